// The fields of the open block, and what is wrong with it at the field that it is about.
import { type ReactNode, useId } from 'react'
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

interface Props<One extends Block = Block> {
  block: One
  /** What is wrong with it. */
  error: string | undefined
  busy: boolean
  uploads: Uploads
  onChange: (update: (block: One) => One) => void
}

type Of<Kind extends Block['kind']> = Props<Extract<Block, { kind: Kind }>>

/** The field that an error is about: `long` for those that are too long, undefined where it does not say. */
function fieldOf(error: string): string | undefined {
  const [, picture] = /^Picture (\d+)/.exec(error) ?? []
  if (picture) return `${error.includes('description') ? 'alt' : 'image'}${picture}`
  if (error.endsWith('characters.')) return 'long'
  if (error.startsWith('The poster')) return 'poster'
  if (/URL|video/.test(error)) return 'source'
  return error.includes('needs a text') ? 'text' : undefined
}

interface TextOf {
  name: string
  label: string
  max: number
  hint?: string
  rows?: number
}

const caption: TextOf = { name: 'caption', label: 'Caption', max: blockLengths.caption }
const texts: Partial<Record<Block['kind'], readonly TextOf[]>> = {
  text: [
    { name: 'heading', label: 'Heading', max: blockLengths.heading },
    {
      ...{ name: 'text', label: 'Text', max: blockLengths.text, rows: 8 },
      hint: 'Markdown: **bold**, *italic*, [link](address), lists and headings.',
    },
  ],
  quote: [
    { name: 'text', label: 'Quote', max: blockLengths.quote, rows: 3 },
    { name: 'name', label: 'Name', max: blockLengths.name },
    { name: 'of', label: 'Of', max: blockLengths.name, hint: 'A company or a role' },
  ],
}

export function BlockFields(props: Props) {
  const { block } = props
  const error = props.error?.replace(/^Block \d+: /, '')
  // The types do not know that both are of one kind.
  const Own = fieldsOf[block.kind] as unknown as ((props: Props) => ReactNode) | undefined
  return (
    <>
      {Own && <Own {...props} error={error} />}
      {(texts[block.kind] ?? [caption]).map((text) => (
        <Text key={text.name} {...props} {...text} error={error} />
      ))}
      {error && !fieldOf(error) && <FieldError>{error}</FieldError>}
    </>
  )
}

type TextProps<One extends object> = TextOf & {
  /** It has the text, or is a part that has. */
  block: One
  onChange: (update: (block: One) => One) => void
  error: string | undefined
  busy: boolean
  /** As errors name it, where that is not its name. */
  about?: string
  /** Below a picture, whose description it is. */
  isAlt?: boolean
}

function Text<One extends object>(props: TextProps<One>) {
  const { name, block, onChange, error, busy, label, hint, max, rows, about = name, isAlt } = props
  const value = String((block as Record<string, unknown>)[name])
  const wrong = error && fieldOf(error)
  return (
    <CountedText
      {...{ label, hint, value, max, rows }}
      isInRow={isAlt}
      placeholder={isAlt ? 'Describe the picture' : undefined}
      readOnly={busy}
      error={wrong === about || (wrong === 'long' && value.trim().length > max) ? error : undefined}
      onText={(text) => onChange((now) => ({ ...now, [name]: text }))}
    />
  )
}

type PictureProps = Pick<Props, 'error' | 'busy' | 'uploads'> & {
  /** From 1 on. */
  number: number
  picture: Picture
  onChange: (update: (picture: Picture) => Picture) => void
}

/** A frame to press or drop on, and the description below. */
function PictureInput({ number, picture, error, busy, uploads, onChange }: PictureProps) {
  // Of this block alone: an error of one is none of the next that opens.
  const id = useId()
  const src = imageUrl(picture.image, 'cover')
  const upload = uploads.of(id)
  const wrong = upload.error ?? (error && fieldOf(error) === `image${number}` ? error : undefined)
  // The description is about the image before, unless it was typed during the upload.
  const store = (image: string) =>
    onChange((now) => ({ ...now, image, alt: picture.image && now.alt === picture.alt ? '' : now.alt }))
  return (
    <div className={`${ui.stack} ${styles.picture}`}>
      <ImageFrame
        aria-label={`Picture ${number}`}
        className={field.cover}
        aria-invalid={wrong !== undefined}
        disabled={busy || uploads.busy}
        src={src}
        onFiles={uploads.choose(id, 'image', store)}
      >
        <b>Choose an image</b>
      </ImageFrame>
      <Text
        block={picture}
        name="alt"
        label={`Description of picture ${number}`}
        max={imageAltLength}
        about={`alt${number}`}
        isAlt
        {...{ error, busy, onChange }}
      />
      <FieldError>{wrong}</FieldError>
    </div>
  )
}

/** Pictures side by side. */
function Pictures({ block, error, busy, uploads, onChange }: Of<'picture' | 'gallery'>) {
  const { kind, pictures } = block
  const space = { files: maxGallery - pictures.length, error: galleryIsFull }
  const id = useId()
  const put = (image: string) =>
    onChange((now) => ({ ...now, pictures: [...now.pictures, { image, alt: '' }] }))
  const more = uploads.of(id)
  return (
    <div className={`${ui.stack} ${kind === 'picture' ? styles.pair : ''}`}>
      <RowList<Picture>
        grid
        entries={pictures}
        nameOf={({ alt }) => alt}
        fixed={busy || uploads.busy}
        onChange={(update) => onChange((now) => ({ ...now, pictures: update(now.pictures) }))}
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
              aria-invalid={error !== undefined && fieldOf(error) === `image${pictures.length + 1}`}
              onFiles={uploads.choose(id, 'image', put, space)}
            >
              <b>Add pictures</b>
            </ImageFrame>
          )
        }
      >
        {(picture, at) => (
          <PictureInput
            number={at + 1}
            picture={picture}
            {...{ error, busy, uploads }}
            onChange={(update) =>
              onChange((now) => ({
                ...now,
                pictures: now.pictures.with(at, update(now.pictures[at] ?? picture)),
              }))
            }
          />
        )}
      </RowList>
      <FieldError>{more.error}</FieldError>
      {error && fieldOf(error) === `image${pictures.length + 1}` && <FieldError>{error}</FieldError>}
    </div>
  )
}

const sizes = { wide: 'Wide', half: 'Half', pair: 'Pair' } as const

function PictureBlock(props: Of<'picture'>) {
  const { block, onChange } = props
  const choose = (size: keyof typeof sizes) =>
    onChange((now) => {
      const { pictures } = now
      const isShort = size === 'pair' && pictures.length < 2
      return { ...now, size, pictures: isShort ? [...pictures, emptyPicture] : pictures }
    })
  return (
    <>
      <div className={field.field}>
        <p className={field.label}>Size</p>
        <div>
          <Segments label="Size" value={block.size} options={optionsOf(sizes)} onChoose={choose} />
        </div>
      </div>
      {block.size === 'pair' ? (
        <Pictures {...(props as unknown as Of<'picture' | 'gallery'>)} />
      ) : (
        <PictureInput
          {...props}
          number={1}
          picture={block.pictures[0] ?? emptyPicture}
          onChange={(update) =>
            onChange((now) => ({
              ...now,
              pictures: [update(now.pictures[0] ?? emptyPicture), ...now.pictures.slice(1)],
            }))
          }
        />
      )}
    </>
  )
}

function ComparisonBlock(props: Of<'comparison'>) {
  const { block, onChange } = props
  return (
    <div className={ui.columns}>
      {(['before', 'after'] as const).map((side, at) => {
        const change = <Part extends Picture>(update: (part: Part) => Part) =>
          onChange((now) => ({ ...now, [side]: update(now[side] as unknown as Part) }))
        return (
          <div key={side} className={ui.stack}>
            <Text
              {...props}
              block={block[side]}
              onChange={change}
              name="label"
              label={`Label ${side}`}
              hint={`"${at === 0 ? 'Before' : 'After'}" in the language of the site while it is empty`}
              max={blockLengths.label}
            />
            <PictureInput {...props} number={at + 1} picture={block[side]} onChange={change} />
          </div>
        )
      })}
    </div>
  )
}

function VideoBlock(props: Of<'video'>) {
  const { block, error, busy, uploads, onChange } = props
  const { source, poster } = block
  const isFile = isVideo(source)
  const id = useId()
  const [file, image] = [uploads.of(`${id} video`), uploads.of(`${id} poster`)]
  const put = (changed: Partial<typeof block>) => onChange((now) => ({ ...now, ...changed }))
  const wrong = (name: string) => (error && fieldOf(error) === name ? error : undefined)
  const remove = (label: string, changed: Partial<typeof block>) => (
    <IconButton
      size="sm"
      label={label}
      icon={<CloseIcon />}
      disabled={busy || uploads.busy}
      onClick={() => put(changed)}
    />
  )
  return (
    <>
      <TextField
        label="URL on YouTube or Vimeo"
        type="url"
        placeholder="https://"
        readOnly={busy}
        value={isFile ? '' : source}
        error={isFile ? undefined : wrong('source')}
        onChange={({ target }) => put({ source: target.value })}
      />
      <ImageRow
        disabled={busy || uploads.busy}
        label="Or a file"
        hint="MP4, up to 50 MB"
        accept="video/mp4"
        error={file.error ?? (isFile ? wrong('source') : undefined)}
        onFiles={uploads.choose(`${id} video`, 'video', (source) => put({ source }))}
        current={isFile && <span className={field.name}>{videoText(source)}</span>}
        action={isFile && remove('Remove the video', { source: '' })}
      />
      <ImageRow
        disabled={busy || uploads.busy}
        label="Poster"
        hint="Shown before Play is pressed"
        error={image.error ?? wrong('poster')}
        onFiles={uploads.choose(`${id} poster`, 'image', (poster) => put({ poster }))}
        current={poster && <img className={ui.thumbnail} src={imageUrl(poster, 'cover') ?? ''} alt="" />}
        action={poster && remove('Remove the poster', { poster: '' })}
      />
    </>
  )
}

const fieldsOf: Partial<Record<Block['kind'], unknown>> = {
  picture: PictureBlock,
  comparison: ComparisonBlock,
  video: VideoBlock,
  gallery: Pictures,
}
