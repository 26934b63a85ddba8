// Videos elsewhere: which URLs are understood, and where their players are. Nothing of them is loaded before Play.

export interface LinkedVideo {
  /** Where it plays, for visitors. */
  host: string
  /** Of the player, which sets no cookie until it plays and is told not to track. */
  player: string
  /** Of the page of the video. */
  page: string
}

/** The video that a URL of YouTube or Vimeo names; null for any other text. */
export function videoOf(url: string): LinkedVideo | null {
  const absolute = /^https?:\/\//i.test(url) ? url : `https://${url}`
  if (!URL.canParse(absolute)) return null
  const { hostname, pathname, searchParams } = new URL(absolute)
  const host = hostname.replace(/^(?:www|m)\./, '')
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  if (['youtube.com', 'youtube-nocookie.com', 'youtu.be'].includes(host)) {
    const isPath = ['embed', 'shorts', 'live'].includes(first)
    const id = host === 'youtu.be' ? first : isPath ? second : searchParams.get('v')
    if (!id || !/^[\w-]{11}$/.test(id)) return null
    return {
      host: 'youtube.com',
      player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
      page: `https://www.youtube.com/watch?v=${id}`,
    }
  }
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null
  const [id = '', inPath = ''] = first === 'video' ? [second] : [first, second]
  // Of a video that is not listed.
  const hash = searchParams.get('h') ?? inPath
  if (!/^\d{5,12}$/.test(id) || !/^[\da-f]{0,20}$/.test(hash)) return null
  return {
    host: 'vimeo.com',
    player: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hash && `&h=${hash}`}`,
    page: `https://vimeo.com/${id}${hash && `/${hash}`}`,
  }
}
