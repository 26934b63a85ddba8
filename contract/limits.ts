// The numbers of the specification and of the product rules that browser and server need.

/** Milliseconds. */
export const sessionCheckInterval = 300_000
export const searchDebounce = 300
export const galleryFresh = 10 * 60_000
export const galleryCacheTime = 15 * 60_000
export const slideTime = 2_500
export const redirectAfterReset = 2_000
export const redirectAfterUnauthorised = 2_000
export const redirectAfterProfile = 1_000
export const registerWait = 100
export const skillBarStep = 20
/** A site that has not loaded in its preview after this long gives way to the project's image. */
export const previewTimeout = 8_000

/** Pixels. */
export const scrollAhead = 300
/** Of the page inside a preview, where the window is narrower than a desktop's. */
export const desktopWidth = 1280
export const tabletWidth = 768
export const mobileWidth = 375

/** Rows. */
export const galleryPage = 12
/** Pages of the gallery that one response shows at most. */
export const galleryPages = 20
export const adminPage = 10
export const usersPage = 5
export const maxPerPage = 100
export const maxAtOnce = 100
/** Messages of one sender that are shown together. */
export const maxThread = 50
export const maxSavedReplies = 50
/** Scheduled backups that are stored. */
export const maxBackups = 30

/** Characters. */
export const nameLength = 100
export const emailLength = 254
/** Of a field that the owner has added to the contact form. */
export const extraLength = 200
export const subjectLength = 200
export const messageLength = 5_000
export const replyLength = 20_000
export const savedTitleLength = 60
export const savedReplyLength = 5_000
export const signatureLength = 500
export const hostLength = 253
export const appPasswordLength = 200
export const searchLength = 100
export const urlLength = 2_000
export const categoryLength = 40
export const maxCategories = 10
/** Of the description of an image, for those who do not see it. */
export const imageAltLength = 120
export const codeLength = 8
/** Minutes for which a verification code works. */
export const codeMinutes = 10
export const passwordMin = 8
export const registerPasswordMax = 16
export const passwordMax = 128
/** UTF-16 units of a password that is typed to be checked: it may be older than the rules. */
export const typedPasswordMax = 1024

/** Bytes and pixels of an image. */
export const avatarBytes = 5 * 1024 * 1024
export const coverBytes = 10 * 1024 * 1024
export const videoBytes = 50 * 1024 * 1024
export const maxImageArea = 50_000_000
/** Pixels of a screenshot of a whole page. */
export const maxPageHeight = 20_000
