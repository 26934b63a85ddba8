// Where toasts appear, on every page; how they look and behave comes with the pages that show some (toast.tsx).
import { type ComponentType, useSyncExternalStore } from 'react'

let Toasts: ComponentType | undefined
let tellPlace = () => {}

const subscribe = (listener: () => void) => {
  tellPlace = listener
  return () => {
    tellPlace = () => {}
  }
}

/** From now on the place shows these. */
export function fillToastPlace(toasts: ComponentType): void {
  Toasts = toasts
  tellPlace()
}

/** Once per page, at the end of the body; it stays while pages change. */
export function ToastPlace() {
  const Shown = useSyncExternalStore(
    subscribe,
    () => Toasts,
    () => undefined,
  )
  return Shown && <Shown />
}
