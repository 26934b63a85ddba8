// How much of an upload has been sent; afterwards the server works on the image for a moment.
type Props = { /** 0 to 1 */ share: number }

export function UploadProgress({ share }: Props) {
  const percent = Math.round(share * 100)
  const words = percent < 100 ? `Uploading ${percent}%` : 'Preparing the image...'
  return (
    <div className="upload">
      <progress aria-label="Upload" max={100} value={percent} />
      <p className="meta">{words}</p>
    </div>
  )
}
