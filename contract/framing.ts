// Where the page is in which a preview tries out a project's site, and how it is recognised.

export const framingCheckPath = '/framing-check'
export const framingCheckTitle = 'Framing check'
