// How a user changes the profile.
import { imageUrl } from '../../contract/images.ts'
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import type { SignedInUser } from '../http/env.ts'
import { lockUser } from './user-rows.ts'

export interface ProfileChange {
  name: string
  /** Wins over removeAvatar. */
  avatar: Uint8Array | null
  removeAvatar: boolean
}

/**
 * Changes the name and the image of the user. Files first, then the row, then the old files.
 * @throws Problem of `ImageStore.store`; 'anonymous' when the account was deleted in between.
 */
export async function changeProfile(
  context: AppContext,
  user: SignedInUser,
  { name, avatar, removeAvatar }: ProfileChange,
): Promise<{ name: string; avatarUrl: string | null }> {
  const stored = avatar ? await context.images.store(avatar, 'avatar') : null
  const change = stored ? { avatar: stored } : removeAvatar ? { avatar: null } : {}
  const before = await context.images.naming([stored], () =>
    context.db.transaction().execute(async (tx) => {
      const locked = await lockUser(tx, user.id)
      if (!locked) throw new Problem('anonymous', 'Please log in.')
      await tx
        .updateTable('users')
        .set({ name, ...change })
        .where('id', '=', locked.id)
        .execute()
      return locked
    }),
  )
  if ('avatar' in change) await context.images.remove(before.avatar)
  const imageId = change.avatar === undefined ? before.avatar : change.avatar
  return { name, avatarUrl: imageUrl(imageId, 'avatar') }
}
