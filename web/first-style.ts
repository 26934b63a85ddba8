// The first style of every document: what all style sheets build on.
import { slideTime } from '../contract/limits.ts'
import { leaveTime, toastTime } from './ui/toast-times.ts'

/**
 * The order of the layers (docs/decisions/0017), named before any sheet arrives: what counts is where a layer is named
 * first, and sheets arrive as pages need them. And the times that scripts and style sheets share.
 */
export const firstStyle = [
  '@layer base,ui,page,media;',
  `:root{--slide-time:${slideTime}ms;--toast-time:${toastTime}ms;--leave-time:${leaveTime}ms}`,
].join('')
