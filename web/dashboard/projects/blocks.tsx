// The blocks of a case study: rows that are moved, one open at a time; another is added from a menu. And of their kinds, what each
// is called and begins with, and what its row tells of it.
import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Block, isVideo, maxBlocks, type Picture } from '../../../contract/case-study.ts'
import { withValue } from '../../forms/paths.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { FieldError } from '../../ui/field.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import * as ui from '../../ui/primitives.module.css'
import {
  AddIcon,
  BeforeAfterIcon,
  GalleryIcon,
  PictureIcon,
  QuoteIcon,
  TextIcon,
  VideoIcon,
} from '../../ui/tool-icons.tsx'
import { counted } from '../lists/times.tsx'
import type { Uploads } from '../project-images/uploads.tsx'
import { BlockFields, emptyPicture, videoText } from './block-fields.tsx'
import type { ProjectForm } from './project-form.tsx'
import * as styles from './project-section.module.css'

/** What an error of the server names, from 0 on; undefined where it is about none of them. */
function blockOf(error = ''): number | undefined {
  const number = Number(/\bblock (\d+)\b/i.exec(error)?.[1])
  return number > 0 ? number - 1 : undefined
}

export function Blocks({ form, uploads }: { form: ProjectForm; uploads: Uploads }) {
  const { blocks } = form.values
  const error = form.errors.blocks
  const wrong = blockOf(error)
  const [open, setOpen] = useState<number>()
  // The block of a new error opens in the same rendering, so that its field can have the focus.
  const [known, setKnown] = useState<string>()
  if (error !== known) {
    setKnown(error)
    if (wrong !== undefined) setOpen(wrong)
  }
  const id = useId()
  const isFixed = form.busy || uploads.busy

  const put = (update: (blocks: readonly Block[]) => Block[]) =>
    form.set(({ blocks }) => ({ blocks: update(blocks) }))
  const add = (block: Block) => {
    const at = Math.min(open ?? blocks.length, blocks.length - 1) + 1
    flushSync(() => {
      put((now) => now.toSpliced(at, 0, block))
      setOpen(at)
    })
    uploads.place.current?.querySelector<HTMLElement>(`#${CSS.escape(id)} :is(input, textarea)`)?.focus()
  }
  /** The open one stays open wherever it goes. */
  const onChange = (update: (now: readonly Block[]) => Block[]) =>
    put((now) => {
      const next = update(now)
      setOpen((open) => {
        const current = open === undefined ? undefined : now[open]
        const at = current ? next.indexOf(current) : -1
        return at < 0 ? undefined : at
      })
      return next
    })

  return (
    <div ref={uploads.place} className={`${ui.stack} ${styles.blocks}`}>
      <RowList
        entries={blocks}
        nameOf={nameOf}
        fixed={isFixed}
        onChange={onChange}
        below={(block, at) =>
          at === open && (
            <div id={id} className={`${ui.stack} ${styles.fields}`}>
              <BlockFields
                key={at}
                block={withPicture(block)}
                error={wrong === at ? error : undefined}
                busy={form.busy}
                uploads={uploads}
                change={(path, to) =>
                  put((now) => now.with(at, withValue(withPicture(now[at] ?? block), path, to)))
                }
              />
            </div>
          )
        }
      >
        {(block, at) => (
          <button
            type="button"
            className={styles.title}
            // What is wrong with an upload is said at its field.
            disabled={uploads.busy}
            aria-expanded={at === open}
            aria-controls={at === open ? id : undefined}
            onClick={() => setOpen(at === open ? undefined : at)}
          >
            {kinds[block.kind].icon}
            <span>
              <b>{nameOf(block)}</b>
              <span className={`${ui.meta} ${ui.truncate}`}>{contentOf(block)}</span>
            </span>
          </button>
        )}
      </RowList>
      {error && wrong === undefined && <FieldError>{error}</FieldError>}
      <div>
        <ActionMenu
          label="Add block"
          disabled={isFixed || blocks.length >= maxBlocks}
          button={
            <>
              <AddIcon size="s" />
              Add block
            </>
          }
          groups={[
            Object.values(kinds).map(({ label, hint, icon, empty }) => ({
              ...{ label, hint, icon },
              onSelect: () => add({ ...empty }),
            })),
          ]}
        />
      </div>
    </div>
  )
}

/** One with pictures has at least one to choose. */
const withPicture = (block: Block): Block =>
  block.kind === 'picture' && block.pictures.length === 0 ? { ...block, pictures: [emptyPicture] } : block

const emptySide = { ...emptyPicture, label: '' }

interface Kind {
  label: string
  /** In the menu. */
  hint: string
  icon: ReactNode
  empty: Block
}

/** In the order of the menu. */
const kinds: Record<Block['kind'], Kind> = {
  text: {
    label: 'Text',
    hint: 'Heading and paragraphs',
    icon: <TextIcon />,
    empty: { kind: 'text', heading: '', text: '' },
  },
  picture: {
    label: 'Picture',
    hint: 'Wide, half or a pair',
    icon: <PictureIcon />,
    empty: { kind: 'picture', size: 'wide', pictures: [emptyPicture], caption: '' },
  },
  quote: {
    label: 'Quote',
    hint: 'With a name under it',
    icon: <QuoteIcon />,
    empty: { kind: 'quote', text: '', name: '', of: '' },
  },
  comparison: {
    label: 'Before and after',
    hint: 'Two pictures, one slider',
    icon: <BeforeAfterIcon />,
    empty: { kind: 'comparison', before: emptySide, after: emptySide, caption: '' },
  },
  video: {
    label: 'Video',
    hint: 'A file, YouTube or Vimeo',
    icon: <VideoIcon />,
    empty: { kind: 'video', source: '', poster: '', caption: '' },
  },
  gallery: {
    label: 'Gallery',
    hint: 'Up to 12 pictures',
    icon: <GalleryIcon />,
    empty: { kind: 'gallery', pictures: [], caption: '' },
  },
}

const nameOf = (block: Block) =>
  block.kind === 'picture' ? `Picture, ${block.size}` : kinds[block.kind].label

/** The second line of its row. */
function contentOf(block: Block): string {
  const countIn = (pictures: readonly Picture[]) =>
    counted(pictures.filter(({ image }) => image).length, 'picture')
  switch (block.kind) {
    case 'text':
      return block.heading || block.text
    case 'picture':
      return block.caption || block.pictures[0]?.alt || countIn(block.pictures)
    case 'quote':
      return block.text && `“${block.text}”`
    case 'comparison':
      return block.caption || [block.before.label, block.after.label].filter(Boolean).join(', ')
    case 'video': {
      const { source, caption } = block
      return caption || (isVideo(source) ? videoText(source) : source.replace(/^https?:\/\//, ''))
    }
    case 'gallery':
      return countIn(block.pictures)
  }
}
