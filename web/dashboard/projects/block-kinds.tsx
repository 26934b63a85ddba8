// The kinds of blocks: what each is called and begins with, and what its row tells of it.
import type { ReactNode } from 'react'
import { type Block, isVideo, type Picture } from '../../../contract/case-study.ts'
import {
  BeforeAfterIcon,
  GalleryIcon,
  PictureIcon,
  QuoteIcon,
  TextIcon,
  VideoIcon,
} from '../../ui/tool-icons.tsx'
import { counted } from '../lists/times.tsx'
import { sizeOf } from '../settings/backups.tsx'

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

interface Shown<One extends Block> {
  label: string
  /** In the menu. */
  hint: string
  icon: ReactNode
  empty: One
  nameOf: (block: One) => string
  /** The second line of its row. */
  contentOf: (block: One) => string
}

const kind = <Kind extends Block['kind']>(
  shown: Partial<Shown<Of<Kind>>> & Omit<Shown<Of<Kind>>, 'nameOf'>,
) => {
  const all: Shown<Of<Kind>> = { nameOf: () => shown.label, ...shown }
  return all as unknown as Shown<Block>
}

export const emptyPicture: Picture = { image: '', alt: '' }
const imagesOf = ({ pictures }: Of<'picture' | 'gallery'>) =>
  counted(pictures.filter(({ image }) => image).length, 'picture')
/** Of an uploaded video, whose name ends with its bytes. */
export const videoText = (name: string) => `MP4, ${sizeOf(Number(name.split('-')[1]))}`
const emptySide = { ...emptyPicture, label: '' }

/** In the order of the menu. */
export const kinds: Record<Block['kind'], Shown<Block>> = {
  text: kind<'text'>({
    label: 'Text',
    hint: 'Heading and paragraphs',
    icon: <TextIcon />,
    empty: { kind: 'text', heading: '', text: '' },
    contentOf: ({ heading, text }) => heading || text,
  }),
  picture: kind<'picture'>({
    label: 'Picture',
    hint: 'Wide, half or a pair',
    icon: <PictureIcon />,
    empty: { kind: 'picture', size: 'wide', pictures: [emptyPicture], caption: '' },
    nameOf: ({ size }) => `Picture, ${size}`,
    contentOf: (block) => block.caption || block.pictures[0]?.alt || imagesOf(block),
  }),
  quote: kind<'quote'>({
    label: 'Quote',
    hint: 'With a name under it',
    icon: <QuoteIcon />,
    empty: { kind: 'quote', text: '', name: '', of: '' },
    contentOf: ({ text }) => text && `“${text}”`,
  }),
  comparison: kind<'comparison'>({
    label: 'Before and after',
    hint: 'Two pictures, one slider',
    icon: <BeforeAfterIcon />,
    empty: { kind: 'comparison', before: emptySide, after: emptySide, caption: '' },
    contentOf: ({ before, after, caption }) =>
      caption || [before.label, after.label].filter(Boolean).join(', '),
  }),
  video: kind<'video'>({
    label: 'Video',
    hint: 'A file, YouTube or Vimeo',
    icon: <VideoIcon />,
    empty: { kind: 'video', source: '', poster: '', caption: '' },
    contentOf: ({ source, caption }) =>
      caption || (isVideo(source) ? videoText(source) : source.replace(/^https?:\/\//, '')),
  }),
  gallery: kind<'gallery'>({
    label: 'Gallery',
    hint: 'Up to 12 pictures',
    icon: <GalleryIcon />,
    empty: { kind: 'gallery', pictures: [], caption: '' },
    contentOf: imagesOf,
  }),
}
