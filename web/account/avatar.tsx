// The image of a user; without one, the initial on the marker.
import { imageSources } from '../../contract/images.ts'
import type { SessionUser } from '../../contract/responses/accounts.ts'
import * as icons from '../ui/icons.module.css'
import { Picture } from '../ui/picture.tsx'
import * as ui from '../ui/primitives.module.css'
import { classes } from '../ui/styles.ts'
import { useWords } from '../ui/words.tsx'

interface Props {
  user: Pick<SessionUser, 'name' | 'email' | 'avatarUrl'>
  /** Of a file chosen just now: shown instead. */
  preview?: string | undefined
  alt?: string
  sizes: string
  className?: string
}

export function Avatar({ user, preview, alt, sizes, className }: Props) {
  const t = useWords()
  const src = preview ?? user.avatarUrl
  const [initial = ''] = user.name.trim() || user.email
  return (
    <span className={classes(ui.center, icons.avatar, className)}>
      <Picture
        className={ui.filling}
        src={src}
        sources={imageSources(src, 'avatar')}
        sizes={sizes}
        alt={alt ?? t('Avatar of {name}', { name: user.name })}
        isFirst
        fallback={<span aria-hidden="true">{initial.toUpperCase()}</span>}
      />
    </span>
  )
}
