// The focal point of an image as attributes, which focal-point.css turns into its position.
import './focal-point.css'

export interface FocalPoint {
  /** Percent of the image's width from the left, and of its height from the top: whole, 0 to 100. */
  focalX: number
  focalY: number
}

const digits = (percent: number) => String(percent).padStart(3, '0')

/** For an <img> that crops: the server's HTML cannot have a style attribute. */
export function focalAttributes({ focalX, focalY }: FocalPoint) {
  return { 'data-focal-x': digits(focalX), 'data-focal-y': digits(focalY) }
}
