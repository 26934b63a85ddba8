// Icons of all pages but Home; apart, so that Home does not carry them.
import { path } from './icons.tsx'

const ring = 'M17.5 10a7.5 7.5 0 1 1-15 0a7.5 7.5 0 1 1 15 0z'

export const AddIcon = path('M10 4v12M4 10h12')
export const EditIcon = path('M3 17l.8-3.8L13.5 3.5l3 3L6.8 16.2zM11.5 5.5l3 3')
export const DeleteIcon = path('M3 5.5h14M8 5.5V3h4v2.5M5 5.5l.8 11.5h8.4L15 5.5M8.5 9v5M11.5 9v5')
export const ReplyIcon = path('M8 4L3 9l5 5M3 9h8a6 6 0 0 1 6 6v1.5')
export const DownloadIcon = path('M10 3v10M5.5 9L10 13.5 14.5 9M3 17h14')
export const UploadIcon = path('M10 14V4M5.5 8L10 3.5 14.5 8M3 17h14')
export const DesktopIcon = path('M2.5 3.5h15v10h-15zM7 17h6M10 13.5V17')
export const TabletIcon = path('M4.5 2.5h11v15h-11zM9 15h2')
export const MobileIcon = path('M6 2.5h8v15H6zM9.3 15h1.4')
export const CaseStudyIcon = path('M2.5 3.5h15v13h-15zM12.5 3.5v13')
export const CompareIcon = path('M7 5l-5 5 5 5M13 5l5 5-5 5')
export const LinkIcon = path('M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2')
export const CopyIcon = path('M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7')
export const CheckAgainIcon = path('M16.5 4v4h-4M16.2 8A6.8 6.8 0 1 0 17 11.5')
export const OpenIcon = path('M7 4.5H3.5v12h12V13M11 3.5h5.5V9M16.5 3.5L9 11')
export const HideIcon = path(
  'M3 3l14 14M8 4.7a8 8 0 0 1 2-.2c5.5 0 8.5 5.5 8.5 5.5a15 15 0 0 1-2.6 3.2M5.5 6.3A14 14 0 0 0 1.5 10S4.5 15.5 10 15.5a8 8 0 0 0 3.8-.9',
)
export const ShowIcon = path(
  'M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10zM12.5 10a2.5 2.5 0 1 1-5 0a2.5 2.5 0 1 1 5 0z',
)
export const MoreIcon = path('M4 9.5h1.1v1H4zM9.5 9.5h1.1v1H9.5zM15 9.5h1.1v1H15z')
export const MoveUpIcon = path('M10 16V4M5 9l5-5 5 5')
export const MoveDownIcon = path('M10 4v12M5 11l5 5 5-5')
export const MoveToTopIcon = path('M3 3.5h14M10 17V7M5.5 11.5L10 7l4.5 4.5')
export const TextIcon = path('M4 5h12M4 9h12M4 13h12M4 17h7')
export const PictureIcon = path('M3 4h14v12H3zM3 14l4.5-5 3.5 4 2-2 4 4M13 7.5h.5')
export const QuoteIcon = path('M4 5v10M8 6h9M8 10h9M8 14h5')
export const BeforeAfterIcon = path('M3 4h14v12H3zM10 2v16M6 8.5L4.5 10 6 11.5M14 8.5l1.5 1.5-1.5 1.5')
export const VideoIcon = path('M3 4h14v12H3zM8.5 7.5v5l4-2.5z')
export const GalleryIcon = path('M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z')
export const StarIcon = path('M10 2.3l2.4 5 5.4.6-4 3.7 1.1 5.5-4.9-2.7-4.9 2.7 1.1-5.5-4-3.7 5.4-.6z')
export const ArrowOutIcon = path('M5 15L15 5M7 5h8v8')
export const ChevronIcon = path('M5 8l5 5 5-5')
export const LogoutIcon = path('M8 3H3v14h5M8 10h9M13 6l4 4-4 4')
export const SearchIcon = path('M14 8.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0zM12.7 12.7L17 17')
export const ErrorIcon = path(`${ring}M10 6v5M10 13.5v.5`)
export const InfoIcon = path(`${ring}M10 9v5M10 6v.5`)
export const DoneIcon = path(`${ring}M6.5 10.5l2.5 2.5 4.5-5.5`)
/** The hollow ring of a rule that is not met yet. */
export const RingIcon = path('M16.5 10a6.5 6.5 0 1 1-13 0a6.5 6.5 0 1 1 13 0z')
export const CheckIcon = path('M3.5 10.5l4.5 4.5 8.5-10')
export const ArchiveIcon = path('M3 4h14v4H3zM4.5 8v8.5h11V8M8 11h4')
export const SpamIcon = path('M6.5 2.5h7l4 4v7l-4 4h-7l-4-4v-7zM10 6v5M10 13.5v.5')
export const InboxIcon = path('M3 11l2-7.5h10l2 7.5v5.5H3zM3 11h4l1 2.5h4l1-2.5h4')
