// The published versions: two are compared, one is put back into the form.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { diffWordsWithSpace } from 'diff'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DeliveredImages, SiteVersion } from '../../../contract/responses/site.ts'
import type { SiteContent } from '../../../contract/site.ts'
import { listSiteVersions, maxSiteVersions, readSiteVersion } from '../../../contract/site-calls.ts'
import { call, messageOf } from '../../call.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { toast } from '../../ui/toast.tsx'
import * as lists from '../lists/admin-list.module.css'
import { read } from '../lists/admin-queries.ts'
import { counted, minuteText } from '../lists/times.tsx'
import type { SiteEdit } from './site-edit.ts'
import { differences, sections } from './site-fields.ts'
import * as styles from './site-image.module.css'

/** The changes in the form, as one of the two that are compared. */
const mine = -1

export function SiteVersions({ edit, delivered }: { edit: SiteEdit; delivered: DeliveredImages }) {
  const { live, changed } = edit
  const { data } = useQuery({
    ...read('site-versions', listSiteVersions),
    // Read again once another one is live.
    queryKey: ['admin', 'site-versions', live.version],
    placeholderData: keepPreviousData,
  })
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
      const before = edit.content
      edit.restore(content)
      // What was changed and not published is nowhere else.
      const undo = changed.length > 0 && { label: 'Undo', run: () => edit.restore(before) }
      toast(`${nameOf(version)} is in the form. Publish it to make it live.`, undo ? { action: undo } : {})
    } catch (failure) {
      toast(messageOf(failure, 'The version could not be loaded.'), { kind: 'error' })
    }
  }

  return (
    <div>
      <ul className={`${lists.rows} ${styles.versions}`}>
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
            <p className={ui.meta}>{changed.length > 0 ? 'Not published.' : 'None.'}</p>
          </div>
        </li>
        {versions.map((version) => {
          const isLive = version.version === live.version
          const what = version.changed.map((section) => sections[section].title).join(', ')
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
                <p className={ui.meta}>
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
      <p className={classes(ui.meta, styles.foot)}>
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

interface ComparisonProps {
  of: [number, number]
  own: SiteContent
  versions: readonly SiteVersion[]
  delivered: DeliveredImages
}

function Comparison({ of: [older, newer], own, versions, delivered }: ComparisonProps) {
  const [before, after] = [useContent(older, own), useContent(newer, own)]
  const found = before && after ? differences(before, after, delivered) : null
  const name = (version: number) => {
    const known = versions.find((other) => other.version === version)
    return known ? nameOf(known) : 'Your changes'
  }
  return (
    <section aria-label="Comparison">
      <div className={ui.partTitle}>
        <h3>
          {name(newer)} and {name(older)}
        </h3>
        <span className={ui.meta} role="status">
          {found ? counted(found.length, 'difference') : 'Loading...'}
        </span>
      </div>
      {found?.map(({ label, before, after }) => (
        <div key={label} className={styles.diff}>
          <b>{label}</b>
          {'image' in before || 'image' in after ? (
            <>
              <del>{'image' in before && <ImageOf url={before.image} label={`${label} before`} />}</del>
              <ins>{'image' in after && <ImageOf url={after.image} label={`${label} after`} />}</ins>
            </>
          ) : (
            <p>
              {diffWordsWithSpace(before.text, after.text).map(({ value, added, removed }, at) => {
                const Part = added ? 'ins' : removed ? 'del' : 'span'
                // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
                return <Part key={at}>{value}</Part>
              })}
            </p>
          )}
        </div>
      ))}
    </section>
  )
}

function ImageOf({ url, label }: { url: string | null; label: string }) {
  return url ? <img src={url} alt={label} /> : <span>No image of your own</span>
}

/** Undefined while it is loading. */
function useContent(version: number, own: SiteContent): SiteContent | undefined {
  const { data } = useQuery({
    ...read('site-version', readSiteVersion, { params: { version: String(version) } }),
    enabled: version !== mine,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return version === mine ? own : data?.content
}

const nameOf = ({ publishedAt }: SiteVersion) => (publishedAt ? minuteText(publishedAt) : 'As installed')
