// The page in which a preview checks whether a project's site may be framed: its path and its title.

export const framingCheckPath = '/framing-check'
export const framingCheckTitle = 'Framing check'
