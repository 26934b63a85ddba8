// The published versions: two are compared, one is put back into the form.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { diffWordsWithSpace } from 'diff'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DeliveredImages } from '../../../contract/responses/site.ts'
import type { SiteContent } from '../../../contract/site.ts'
import { listSiteVersions, maxSiteVersions, readSiteVersion } from '../../../contract/site-calls.ts'
import { call, messageOf } from '../../call.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { toast } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import * as lists from '../lists/admin-list.module.css'
import { read } from '../lists/admin-queries.ts'
import { counted, minuteText } from '../lists/times.tsx'
import * as styles from './site.module.css'
import type { SiteForm } from './site-edit.ts'
import { differences, sections } from './site-fields.ts'

/** The changes in the form, as one of the two that are compared. */
const mine = -1

interface Row {
  version: number
  name: string
  /** Below its name. */
  what: string
  /** Of a stored one it is fetched. */
  content?: SiteContent
}

export function SiteVersions(form: SiteForm) {
  const { live, changed, content, delivered } = form
  const { data } = useQuery({
    ...read('site-versions', listSiteVersions),
    // Read again once another one is live.
    queryKey: ['admin', 'site-versions', live.version],
    placeholderData: keepPreviousData,
  })
  const newest = data?.versions[0]?.version ?? 0
  const follow = useEffectEvent(() => form.follow(newest))
  useEffect(() => {
    if (newest > 0) void follow()
  }, [newest])
  const [chosen, setChosen] = useState<readonly number[]>([])
  const isChanged = changed.length > 0
  const rows: Row[] = [
    // Its place is there without changes, too: nothing moves under the pointer that restores a version.
    { version: mine, name: 'Your changes', what: isChanged ? 'Not published.' : 'None.', content },
    ...(data?.versions ?? []).map(({ version, publishedAt, author, changed }) => ({
      version,
      name: publishedAt ? minuteText(publishedAt) : 'As installed',
      what: [
        version === live.version && 'Live now',
        author,
        changed.map((section) => sections[section].title).join(', '),
      ]
        .filter(Boolean)
        .join('. '),
    })),
  ]
  const isThere = (wanted: number) =>
    wanted === mine ? isChanged : rows.some(({ version }) => version === wanted)
  const ticked = chosen.filter(isThere)
  const [newer, older] = rows.filter(({ version }) => ticked.includes(version))

  // The third takes the place of the first.
  const tick = (version: number) =>
    setChosen(
      ticked.includes(version) ? ticked.filter((other) => other !== version) : [...ticked, version].slice(-2),
    )

  const restore = async ({ version, name }: Row) => {
    try {
      const stored = await call(readSiteVersion, { params: { version: String(version) } })
      form.restore(stored.content)
      // What was changed and not published is nowhere else.
      const undo = isChanged && { label: 'Undo', run: () => form.restore(content) }
      toast(`${name} is in the form. Publish it to make it live.`, undo ? { action: undo } : {})
    } catch (failure) {
      toast(messageOf(failure, 'The version could not be loaded.'), { kind: 'error' })
    }
  }

  return (
    <div>
      <ul className={`${lists.rows} ${styles.versions}`}>
        {rows.map((row) => {
          const { version, name, what } = row
          return (
            <li
              key={version}
              aria-current={version === (isChanged ? mine : live.version) ? 'true' : undefined}
            >
              <Checkbox
                hideLabel
                label={`Compare ${name}`}
                checked={ticked.includes(version)}
                disabled={!isThere(version)}
                onChange={() => tick(version)}
              />
              <div>
                <b>{name}</b>
                <p className={ui.meta}>{what}</p>
              </div>
              {version !== mine && version !== live.version && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Restore ${name}`}
                  onClick={() => restore(row)}
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
      {older && newer && (
        <Comparison key={`${older.version} ${newer.version}`} {...{ older, newer, delivered }} />
      )}
    </div>
  )
}

type ComparisonProps = { older: Row; newer: Row; delivered: DeliveredImages }

function Comparison({ older, newer, delivered }: ComparisonProps) {
  const [before, after] = [useContent(older), useContent(newer)]
  const found = before && after ? differences(before, after, delivered) : null
  return (
    <section aria-label="Comparison">
      <div className={ui.partTitle}>
        <h3>
          {newer.name} and {older.name}
        </h3>
        <span className={ui.meta} role="status">
          {found ? counted(found.length, 'difference') : 'Loading...'}
        </span>
      </div>
      {found?.map(({ label, isImage, before, after }) => (
        <div key={label} className={styles.diff}>
          <b>{label}</b>
          {isImage ? (
            <>
              <del>
                <ImageOf url={before} label={`${label} before`} />
              </del>
              <ins>
                <ImageOf url={after} label={`${label} after`} />
              </ins>
            </>
          ) : (
            <p>
              {diffWordsWithSpace(before, after).map(({ value, added, removed }, at) => {
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

function ImageOf({ url, label }: { url: string; label: string }) {
  return url ? <img src={url} alt={label} /> : <span>No image of your own</span>
}

/** Undefined while it is loading. */
function useContent({ version, content }: Row): SiteContent | undefined {
  const { data } = useQuery({
    ...read('site-version', readSiteVersion, { params: { version: String(version) } }),
    enabled: !content,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return content ?? data?.content
}
