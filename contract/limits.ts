// Every number of the specification's section 9 and of the decisions that both sides need.

/** Milliseconds. */
export const sessionCheckInterval = 300_000
export const searchDebounce = 300
export const galleryFresh = 10 * 60_000
export const galleryKept = 15 * 60_000
export const toastTime = 5_000
export const slideTime = 2_500
export const redirectAfterReset = 2_000
export const redirectAfterUnauthorised = 2_000
export const redirectAfterProfile = 1_000
export const registerWait = 100
export const skillBarStep = 20
/** The loading overlay of a preview ends after this long even if the frame never reports (decision 55). */
export const previewPatience = 8_000

/** Pixels. */
export const scrollAhead = 300
export const tabletWidth = 768
export const mobileWidth = 375

/** Rows. */
export const galleryPage = 12
export const adminPage = 10
export const usersPage = 5
export const mostPerPage = 100
export const mostAtOnce = 100

/** Characters (decisions 19, 21, 89). */
export const nameLength = 100
export const emailLength = 254
export const subjectLength = 200
export const messageLength = 5_000
export const replyLength = 20_000
export const searchLength = 100
export const urlLength = 2_000
export const categoryLength = 40
export const mostCategories = 10
export const codeLength = 8
export const passwordMin = 8
export const registerPasswordMax = 16
export const passwordMax = 128

/** Bytes and pixels of a picture (decisions 82, 87). */
export const avatarBytes = 5 * 1024 * 1024
export const coverBytes = 10 * 1024 * 1024
export const pictureArea = 50_000_000
