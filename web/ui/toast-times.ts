// Times of toasts in milliseconds, for their script and, by the document's first style, for their style sheet.

/** Until a toast closes by itself; its bar runs down in the same time. */
export const toastTime = 5000
/** Of the motion with which it leaves. */
export const leaveTime = 140
