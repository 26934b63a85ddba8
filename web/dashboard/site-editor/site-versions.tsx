// The published versions: two are compared, one is put back into the form.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DeliveredImages, SiteVersion } from '../../../contract/responses/site.ts'
import type { SiteContent } from '../../../contract/site.ts'
import { listSiteVersions, maxSiteVersions, readSiteVersion } from '../../../contract/site-calls.ts'
import { call, messageOf } from '../../call.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { classes } from '../../ui/styles.ts'
import { toast } from '../../ui/toast.tsx'
import * as typography from '../../ui/typography.module.css'
import { useLogged } from '../lists/admin-queries.ts'
import { differences, type ImageDifference, type TextDifference } from './site-diff.ts'
import { type SiteEdit, sectionNames } from './site-edit.ts'
import * as styles from './site-image.module.css'

/** The changes in the form, as one of the two that are compared. */
const mine = -1

export function SiteVersions({ edit, delivered }: { edit: SiteEdit; delivered: DeliveredImages }) {
  const { live, changed } = edit
  const { data, error } = useQuery({
    queryKey: ['admin', 'site-versions', live.version],
    queryFn: ({ signal }) => call(listSiteVersions, { signal }),
    placeholderData: keepPreviousData,
  })
  useLogged(error, 'Versions')
  const newest = data?.versions[0]?.version ?? 0
  const follow = useEffectEvent(() => edit.follow(newest))
  useEffect(() => {
    if (newest > 0) void follow()
  }, [newest])
  const [chosen, setChosen] = useState<readonly number[]>([])
  const versions = data?.versions ?? []
  const rows = [...(changed.length > 0 ? [mine] : []), ...versions.map(({ version }) => version)]
  const ticked = chosen.filter((version) => rows.includes(version))
  const compared = [...ticked].sort((a, b) => rows.indexOf(b) - rows.indexOf(a))

  // The third takes the place of the first.
  const tick = (version: number) =>
    setChosen(
      ticked.includes(version) ? ticked.filter((other) => other !== version) : [...ticked, version].slice(-2),
    )

  const restore = async (version: SiteVersion) => {
    try {
      const { content } = await call(readSiteVersion, { params: { version: String(version.version) } })
      edit.restore(content)
      toast(`${nameOf(version)} is in the form. Publish it to make it live.`)
    } catch (failure) {
      toast(messageOf(failure, 'The version could not be loaded.'), { kind: 'error' })
    }
  }

  return (
    <div>
      <ul className={styles.versions}>
        {/* Its place is there without changes, too: nothing moves under the pointer that restores a version. */}
        <li aria-current={changed.length > 0 ? 'true' : undefined}>
          <Checkbox
            hideLabel
            label="Compare Your changes"
            checked={ticked.includes(mine)}
            disabled={changed.length === 0}
            onChange={() => tick(mine)}
          />
          <div>
            <b>Your changes</b>
            <p className={typography.meta}>{changed.length > 0 ? 'Not published.' : 'None.'}</p>
          </div>
        </li>
        {versions.map((version) => {
          const isLive = version.version === live.version
          const what = version.changed.map((section) => sectionNames[section]).join(', ')
          return (
            <li key={version.version} aria-current={isLive && changed.length === 0 ? 'true' : undefined}>
              <Checkbox
                hideLabel
                label={`Compare ${nameOf(version)}`}
                checked={ticked.includes(version.version)}
                onChange={() => tick(version.version)}
              />
              <div>
                <b>{nameOf(version)}</b>
                <p className={typography.meta}>
                  {[isLive && 'Live now', version.author, what].filter(Boolean).join('. ')}
                </p>
              </div>
              {!isLive && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Restore ${nameOf(version)}`}
                  onClick={() => restore(version)}
                >
                  Restore
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p className={classes(typography.meta, styles.foot)}>
        The last {maxSiteVersions} published versions are kept. Tick two to compare them.
      </p>
      {compared.length === 2 && (
        <Comparison
          key={compared.join()}
          of={compared as [number, number]}
          own={edit.content}
          versions={versions}
          delivered={delivered}
        />
      )}
    </div>
  )
}

function Comparison({
  of: [older, newer],
  own,
  versions,
  delivered,
}: {
  of: [number, number]
  own: SiteContent
  versions: readonly SiteVersion[]
  delivered: DeliveredImages
}) {
  const [before, after] = [useContent(older, own), useContent(newer, own)]
  const found = before && after ? differences(before, after, delivered) : null
  const name = (version: number) => {
    const known = versions.find((other) => other.version === version)
    return known ? nameOf(known) : 'Your changes'
  }
  return (
    <section aria-label="Comparison">
      <div className={typography.partTitle}>
        <h3>
          {name(newer)} and {name(older)}
        </h3>
        <span className={typography.meta} role="status">
          {found ? `${found.length} ${found.length === 1 ? 'difference' : 'differences'}` : 'Loading...'}
        </span>
      </div>
      {found?.map((difference) =>
        'images' in difference ? (
          <ImageDiff key={difference.field} {...difference} />
        ) : (
          <TextDiff key={difference.field} {...difference} />
        ),
      )}
    </section>
  )
}

function TextDiff({ field, before, after }: TextDifference) {
  return (
    <div className={styles.diff}>
      <b>{field}</b>
      <div className={styles.old}>
        <span aria-hidden="true">−</span>
        <del>
          <span className={typography.hidden}>Before: </span>
          <Pieces pieces={before} />
        </del>
      </div>
      <div className={styles.new}>
        <span aria-hidden="true">+</span>
        <ins>
          <span className={typography.hidden}>After: </span>
          <Pieces pieces={after} />
        </ins>
      </div>
    </div>
  )
}

function ImageDiff({ field, images: { before, after } }: ImageDifference) {
  return (
    <div className={styles.diff}>
      <b>{field}</b>
      <div className={styles.old}>
        <span aria-hidden="true">−</span>
        <ImageOf url={before} label={`${field} before`} />
      </div>
      <div className={styles.new}>
        <span aria-hidden="true">+</span>
        <ImageOf url={after} label={`${field} after`} />
      </div>
    </div>
  )
}

function ImageOf({ url, label }: { url: string | null; label: string }) {
  return url ? <img src={url} alt={label} /> : <span>No image of your own</span>
}

function Pieces({ pieces }: { pieces: TextDifference['before'] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
  return pieces.map(({ text, isChanged }, at) => (isChanged ? <b key={at}>{text}</b> : text))
}

/** Undefined while it is loading. */
function useContent(version: number, own: SiteContent): SiteContent | undefined {
  const { data } = useQuery({
    queryKey: ['admin', 'site-version', version],
    queryFn: ({ signal }) => call(readSiteVersion, { params: { version: String(version) }, signal }),
    enabled: version !== mine,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return version === mine ? own : data?.content
}

const nameOf = ({ publishedAt }: SiteVersion) =>
  publishedAt ? minute.format(new Date(publishedAt)) : 'As installed'

const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
