// The client links of one project, opened from its row.
import type { PortfolioItem } from '../../../contract/portfolio.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useClientLinks } from './client-links.tsx'

export function ClientLinksDialog({ item, onClose }: { item: PortfolioItem; onClose: () => void }) {
  const { list, dialogs } = useClientLinks(item)
  return (
    <>
      {dialogs}
      <Dialog
        title={`Client links of ${item.pname}`}
        onClose={onClose}
        footer={
          <Button size="sm" variant="quiet" onClick={onClose}>
            Close
          </Button>
        }
      >
        {list}
      </Dialog>
    </>
  )
}
