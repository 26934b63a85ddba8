// Widths of the window at which the layout changes, in pixels, for scripts that must know them (tokens.css lists all).

/** Phones, up to and including this width: one column. */
export const phoneWidth = 640
/** Up to and including this width bars have a menu instead of links. */
export const compactWidth = 960
