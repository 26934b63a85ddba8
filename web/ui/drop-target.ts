// An element on which files can be dropped.
import { type DragEvent, useState } from 'react'

/** @returns the attributes of the element; `data-over` is there while files are held over it */
export function useDropTarget(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    // Without this the browser would open the file.
    event.preventDefault()
    setOver(true)
  }
  return {
    'data-over': isOver || undefined,
    onDragEnter: hold,
    onDragOver: hold,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
}
