// Class attributes of several classes.

/** Those that apply, as one attribute. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
