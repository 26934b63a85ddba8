// The ten demo projects, newest first: loaded into an empty database, their pages offered under /demo/.

import { caseFjordlys, type DemoCaseStudy } from './case-fjordlys.ts'

export interface DemoProject {
  /** The page is served at /demo/<slug>. */
  slug: string
  name: string
  categories: readonly string[]
  /** Relative to this folder; goes through the same steps as an uploaded image. */
  cover: string
  /** Relative to this folder; one self-contained HTML document. */
  page: string
  /** ISO 8601, UTC. */
  createdAt: string
  caseStudy?: DemoCaseStudy
}

const project = (
  slug: string,
  name: string,
  categories: readonly string[],
  createdAt: string,
): DemoProject => ({
  slug,
  name,
  categories,
  cover: `covers/${slug}.webp`,
  page: `pages/${slug}.html`,
  createdAt,
})

export const demoProjects: readonly DemoProject[] = [
  {
    ...project('fjordlys', 'Fjordlys Hotel', ['WordPress', 'Web Development'], '2026-11-12T09:24:00.000Z'),
    caseStudy: caseFjordlys,
  },
  project('velo-atlas', 'Vélo Atlas', ['Branding', 'Web Development'], '2026-11-02T15:40:00.000Z'),
  project('kestrel', 'Kestrel Audio', ['React', 'UI/UX Design'], '2026-10-27T08:05:00.000Z'),
  project('molino', 'Molino Bakery', ['WooCommerce', 'WordPress'], '2026-10-09T13:12:00.000Z'),
  project('northbank', 'Northbank Architects', ['Web Development'], '2026-09-30T10:51:00.000Z'),
  project('ostara', 'Ostara Festival', ['Branding'], '2026-09-18T16:33:00.000Z'),
  project('tidewater', 'Tidewater Journal', ['WordPress', 'UI/UX Design'], '2026-08-21T07:48:00.000Z'),
  project('ledgerline', 'Ledgerline', ['React', 'UI/UX Design'], '2026-07-06T14:26:00.000Z'),
  project('plantenhuis', 'Plantenhuis', ['WooCommerce', 'UI/UX Design'], '2026-06-15T11:09:00.000Z'),
  project('sable-stone', 'Sable & Stone', ['Branding'], '2026-05-03T09:57:00.000Z'),
]
