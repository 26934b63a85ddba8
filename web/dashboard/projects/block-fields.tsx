// The fields of the open block, and what is wrong with it at the field that it is about.
import { useId } from 'react'
import {
  type Block,
  blockLengths,
  galleryIsFull,
  isVideo,
  maxGallery,
  type Picture,
} from '../../../contract/case-study.ts'
import { imageUrl } from '../../../contract/images.ts'
import { imageAltLength } from '../../../contract/limits.ts'
import { valueAt } from '../../forms/paths.ts'
import { IconButton } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { FieldError, optionsOf, TextField } from '../../ui/field.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { ImageFrame, ImageRow } from '../../ui/image-input.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import * as ui from '../../ui/primitives.module.css'
import { Segments } from '../../ui/tabs.tsx'
import { CountedText } from '../lists/parts.tsx'
import type { Uploads } from '../project-images/uploads.tsx'
import { sizeOf } from '../settings/backups.tsx'
import * as styles from './project-section.module.css'

export const emptyPicture: Picture = { image: '', alt: '' }

/** Of an uploaded video, whose name ends with its bytes. */
export const videoText = (name: string) => `MP4, ${sizeOf(Number(name.split('-')[1]))}`

interface Edit<Kind extends Block['kind'] = Block['kind']> {
  block: Extract<Block, { kind: Kind }>
  busy: boolean
  uploads: Uploads
  /** @param path of what changes in the block. @param to another value, or what makes it of the one there by then */
  change: (path: string, to: unknown) => void
  /** What is wrong with the field of that path. @param isLong the field has too long a text */
  errorAt: (path: string, isLong?: boolean) => string | undefined
}

/** The path of the field that an error is about: `long` for those that are too long, undefined where it does not say. */
function pathIn(error: string, { kind }: Block): string | undefined {
  const [, number] = /^Picture (\d+)/.exec(error) ?? []
  if (number) {
    const at = Number(number) - 1
    const picture = kind === 'comparison' ? sides[at] : `pictures.${at}`
    return `${picture}.${error.includes('description') ? 'alt' : 'image'}`
  }
  if (error.endsWith('characters.')) return 'long'
  if (error.startsWith('The poster')) return 'poster'
  if (/URL|video/.test(error)) return 'source'
  return error.includes('needs a text') ? 'text' : undefined
}

interface TextOf {
  path: string
  label: string
  max: number
  hint?: string
  rows?: number
}

const caption: TextOf = { path: 'caption', label: 'Caption', max: blockLengths.caption }
const texts: Partial<Record<Block['kind'], readonly TextOf[]>> = {
  text: [
    { path: 'heading', label: 'Heading', max: blockLengths.heading },
    {
      ...{ path: 'text', label: 'Text', max: blockLengths.text, rows: 8 },
      hint: 'Markdown: **bold**, *italic*, [link](address), lists and headings.',
    },
  ],
  quote: [
    { path: 'text', label: 'Quote', max: blockLengths.quote, rows: 3 },
    { path: 'name', label: 'Name', max: blockLengths.name },
    { path: 'of', label: 'Of', max: blockLengths.name, hint: 'A company or a role' },
  ],
}

type Props = Omit<Edit, 'errorAt'> & { error: string | undefined }

export function BlockFields(props: Props) {
  const { block } = props
  const error = props.error?.replace(/^Block \d+: /, '')
  const wrong = error && pathIn(error, block)
  const edit: Edit = {
    ...props,
    errorAt: (path, isLong) => (wrong === path || (wrong === 'long' && isLong) ? error : undefined),
  }
  return (
    <>
      {block.kind === 'picture' && <PictureBlock {...edit} block={block} />}
      {block.kind === 'comparison' && <ComparisonBlock {...edit} block={block} />}
      {block.kind === 'video' && <VideoBlock {...edit} block={block} />}
      {block.kind === 'gallery' && <Pictures {...edit} block={block} />}
      {(texts[block.kind] ?? [caption]).map((text) => (
        <Text key={text.path} {...edit} {...text} />
      ))}
      {!wrong && <FieldError>{error}</FieldError>}
    </>
  )
}

/** @param props.isAlt it is below a picture, whose description it is */
function Text(props: Edit & TextOf & { isAlt?: boolean }) {
  const { block, busy, change, errorAt, path, label, hint, max, rows, isAlt } = props
  const value = String(valueAt(block, path))
  return (
    <CountedText
      {...{ label, hint, value, max, rows }}
      isInRow={isAlt}
      placeholder={isAlt ? 'Describe the picture' : undefined}
      readOnly={busy}
      error={errorAt(path, value.trim().length > max)}
      onText={(typed) => change(path, typed)}
    />
  )
}

type PictureProps = Edit & {
  path: string
  /** From 1 on. */
  number: number
}

/** A frame to press or drop on, and the description below. */
function PictureInput({ path, number, ...edit }: PictureProps) {
  const { block, busy, uploads, change, errorAt } = edit
  // Of this block alone: an error of one is none of the next that opens.
  const id = useId()
  const { image, alt } = valueAt(block, path) as Picture
  const wrong = uploads.of(id).error ?? errorAt(`${path}.image`)
  // The description is about the image before, unless it was typed during the upload.
  const store = (next: string) =>
    change(path, (now: Picture) => ({ ...now, image: next, alt: image && now.alt === alt ? '' : now.alt }))
  return (
    <div className={`${ui.stack} ${styles.picture}`}>
      <ImageFrame
        aria-label={`Picture ${number}`}
        className={field.cover}
        aria-invalid={wrong !== undefined}
        disabled={busy || uploads.busy}
        src={imageUrl(image, 'cover')}
        onFiles={uploads.choose(id, 'image', store)}
      >
        <b>Choose an image</b>
      </ImageFrame>
      <Text
        {...edit}
        path={`${path}.alt`}
        label={`Description of picture ${number}`}
        max={imageAltLength}
        isAlt
      />
      <FieldError>{wrong}</FieldError>
    </div>
  )
}

/** Pictures side by side. */
function Pictures(edit: Edit<'picture' | 'gallery'>) {
  const { block, busy, uploads, change, errorAt } = edit
  const { kind, pictures } = block
  const space = { files: maxGallery - pictures.length, error: galleryIsFull }
  const id = useId()
  const put = (image: string) => change('pictures', (now: Picture[]) => [...now, { ...emptyPicture, image }])
  /** That another one is missing. */
  const missing = errorAt(`pictures.${pictures.length}.image`)
  return (
    <div className={`${ui.stack} ${kind === 'picture' ? styles.pair : ''}`}>
      <RowList<Picture>
        grid
        entries={pictures}
        nameOf={({ alt }) => alt}
        fixed={busy || uploads.busy}
        onChange={(update) => change('pictures', update)}
        {...(kind === 'picture' && {
          part: {
            label: (name) => `Remove ${name}`,
            without: ({ image, alt }) => (image || alt ? emptyPicture : undefined),
          },
        })}
        end={
          kind === 'gallery' &&
          space.files > 0 && (
            <ImageFrame
              aria-label="Add pictures"
              className={field.cover}
              multiple
              disabled={busy || uploads.busy}
              aria-invalid={missing !== undefined}
              onFiles={uploads.choose(id, 'image', put, space)}
            >
              <b>Add pictures</b>
            </ImageFrame>
          )
        }
      >
        {(_, at) => <PictureInput {...edit} path={`pictures.${at}`} number={at + 1} />}
      </RowList>
      <FieldError>{uploads.of(id).error}</FieldError>
      <FieldError>{missing}</FieldError>
    </div>
  )
}

const sizes = { wide: 'Wide', half: 'Half', pair: 'Pair' } as const

function PictureBlock(edit: Edit<'picture'>) {
  const { block, change } = edit
  const choose = (size: keyof typeof sizes) => {
    change('size', size)
    if (size === 'pair')
      change('pictures', (now: Picture[]) => (now.length < 2 ? [...now, emptyPicture] : now))
  }
  return (
    <>
      <div className={field.field}>
        <p className={field.label}>Size</p>
        <div>
          <Segments label="Size" value={block.size} options={optionsOf(sizes)} onChoose={choose} />
        </div>
      </div>
      {block.size === 'pair' ? (
        <Pictures {...edit} />
      ) : (
        <PictureInput {...edit} path="pictures.0" number={1} />
      )}
    </>
  )
}

const sides = ['before', 'after'] as const

function ComparisonBlock(edit: Edit<'comparison'>) {
  return (
    <div className={ui.columns}>
      {sides.map((side, at) => (
        <div key={side} className={ui.stack}>
          <Text
            {...edit}
            path={`${side}.label`}
            label={`Label ${side}`}
            hint={`"${at === 0 ? 'Before' : 'After'}" in the language of the site while it is empty`}
            max={blockLengths.label}
          />
          <PictureInput {...edit} path={side} number={at + 1} />
        </div>
      ))}
    </div>
  )
}

function VideoBlock({ block: { source, poster }, busy, uploads, change, errorAt }: Edit<'video'>) {
  const isFile = isVideo(source)
  const id = useId()
  /** Its row has a file of its own. @param path of the file's name */
  const fileOf = (path: 'source' | 'poster', kind: 'video' | 'image', isThere: boolean) => {
    const input = `${id} ${kind}`
    return {
      disabled: busy || uploads.busy,
      error: uploads.of(input).error ?? (path === 'source' && !isFile ? undefined : errorAt(path)),
      onFiles: uploads.choose(input, kind, (name) => change(path, name)),
      action: isThere && (
        <IconButton
          size="sm"
          label={`Remove the ${path === 'source' ? 'video' : 'poster'}`}
          icon={<CloseIcon />}
          disabled={busy || uploads.busy}
          onClick={() => change(path, '')}
        />
      ),
    }
  }
  return (
    <>
      <TextField
        label="URL on YouTube or Vimeo"
        type="url"
        placeholder="https://"
        readOnly={busy}
        value={isFile ? '' : source}
        error={isFile ? undefined : errorAt('source')}
        onChange={({ target }) => change('source', target.value)}
      />
      <ImageRow
        {...fileOf('source', 'video', isFile)}
        label="Or a file"
        hint="MP4, up to 50 MB"
        accept="video/mp4"
        current={isFile && <span className={field.name}>{videoText(source)}</span>}
      />
      <ImageRow
        {...fileOf('poster', 'image', poster !== '')}
        label="Poster"
        hint="Shown before Play is pressed"
        current={poster && <img className={ui.thumbnail} src={imageUrl(poster, 'cover') ?? ''} alt="" />}
      />
    </>
  )
}
