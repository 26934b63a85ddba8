// The focal point of an image: which part of it stays in view where it is cropped.
export interface FocalPoint {
  /** Percent of the image's width from the left, and of its height from the top: whole, 0 to 100. */
  focalX: number
  focalY: number
}

/** For an <img> that crops. */
export const focalStyle = ({ focalX, focalY }: FocalPoint) => ({ objectPosition: `${focalX}% ${focalY}%` })
