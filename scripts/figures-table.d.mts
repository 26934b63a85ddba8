interface Document {
  benchmarks: Record<
    string,
    {
      date: string
      machine: { cores: number; memory?: string; processor?: string }
      figures: { name: string; value: string; goal?: string }[]
      /** Why the figures are not of a run of this version. */
      note?: string
    }
  >
}

export function merged(stored: Document, measured: Document): Document
export function tableOf(stored: Document): string
export function withTable(readme: string, table: string): string
