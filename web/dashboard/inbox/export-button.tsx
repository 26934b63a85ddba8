// Downloads a list as CSV and says whether that worked.
import { useMutation } from '@tanstack/react-query'
import type { useAlert } from '../../alerts.tsx'
import { messageOf } from '../../call.ts'
import { saveFile } from '../../call-files.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/tool-icons.tsx'

interface Props {
  alert: ReturnType<typeof useAlert>
  /** What is exported, as the message names it and, in lower case, the file. */
  noun: string
  fetchFile: () => Promise<Blob>
}

export function ExportButton({ alert, noun, fetchFile }: Props) {
  const exporting = useMutation({
    mutationFn: fetchFile,
    onSuccess: (file) => {
      saveFile(file, `${noun.toLowerCase()}.csv`)
      alert.show('success', `${noun} exported to CSV!`)
    },
    onError: (failure) => alert.show('error', `Failed to export CSV: ${messageOf(failure)}`),
  })
  return (
    <Button size="sm" variant="secondary" busy={exporting.isPending} onClick={() => exporting.mutate()}>
      <DownloadIcon size="s" />
      Export to CSV
    </Button>
  )
}
