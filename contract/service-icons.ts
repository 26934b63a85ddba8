// The line drawings of services. The server sends the pages those that are used; the editor's picker shows all.

import type { Drawing } from './responses/site.ts'
import type { ServiceIcon } from './site.ts'

export const serviceDrawings: Readonly<Record<ServiceIcon, Drawing & { name: string }>> = {
  web: {
    name: 'Website',
    marked: 'M10.5 14.5h67v14h-67z',
    lines: 'M10.5 14.5h67v58h-67zM10.5 28.5h67M32 40l-10 10.5 10 10.5M40 64l8-27M56 40l10 10.5-10 10.5',
    dots: 'M17 21.5h1M24 21.5h1M31 21.5h1',
  },
  design: {
    name: 'Design',
    marked: 'M10.5 10.5h20v20h-20z',
    lines: 'M10.5 10.5h40v40h-40zM10.5 30.5h40M30.5 10.5v40M20 72C30 44 58 78 68 34M20 72l34-6M68 34l4 34',
    paper: 'M17.5 69.5h5v5h-5zM65.5 31.5h5v5h-5z',
  },
  store: {
    name: 'Shop',
    marked: 'M14 36h15v12a7.5 7.5 0 0 1-15 0zM44 36h15v12a7.5 7.5 0 0 1-15 0z',
    lines:
      'M20 14.5h48l6 21.5v10a7.5 7.5 0 0 1-15 0V36v10a7.5 7.5 0 0 1-15 0V36v10a7.5 7.5 0 0 1-15 0V36v10a7.5 7.5 0 0 1-15 0V36zM14 36h60M18.5 54v19.5h51V54M50.5 73.5V60.5h12v13M25.5 60.5h16v7h-16z',
  },
  hosting: {
    name: 'Hosting',
    marked: 'M18.5 18.5h51v17h-51z',
    lines: 'M18.5 18.5h51v17h-51zM18.5 35.5h51v17h-51zM18.5 52.5h51v17h-51zM27 44h4M27 61h4',
  },
  photo: {
    name: 'Photography',
    marked: 'M55 48a11 11 0 1 1-22 0a11 11 0 1 1 22 0z',
    lines:
      'M10.5 28.5h16l6-9h23l6 9h16v44h-67zM61 48a17 17 0 1 1-34 0a17 17 0 1 1 34 0zM55 48a11 11 0 1 1-22 0a11 11 0 1 1 22 0z',
  },
  mobile: {
    name: 'Phone',
    marked: 'M30.5 58.5h27v12h-27z',
    lines: 'M26.5 10.5h35v67h-35zM26.5 20.5h35M26.5 66.5h35M42 72h4',
  },
  growth: {
    name: 'Growth',
    marked: 'M58.5 20.5h12v52h-12z',
    lines: 'M10.5 72.5h67M18.5 72.5v-20h12v20M38.5 72.5v-36h12v36M58.5 72.5v-52h12v52',
  },
  mail: {
    name: 'Email',
    marked: 'M10.5 22.5h67L44 48z',
    lines: 'M10.5 22.5h67v46h-67zM10.5 22.5L44 48l33.5-25.5',
  },
  announce: {
    name: 'Campaign',
    marked: 'M10.5 34.5h14v20h-14z',
    lines: 'M10.5 34.5h14v20h-14zM24.5 34.5l38-18v56l-38-18M70 36c4 4 4 13 0 17M30 57v16h9V62',
  },
  globe: {
    name: 'Languages',
    marked: 'M58 44a14 33 0 1 1-28 0a14 33 0 1 1 28 0z',
    lines:
      'M77 44a33 33 0 1 1-66 0a33 33 0 1 1 66 0zM58 44a14 33 0 1 1-28 0a14 33 0 1 1 28 0zM11 44h66M15 27h58M15 61h58',
  },
  security: {
    name: 'Security',
    marked: 'M36.5 52.5h15v15h-15z',
    lines: 'M22.5 40.5h43v36h-43zM30.5 40.5v-14a13.5 13.5 0 0 1 27 0v14M44 56v8',
  },
  music: {
    name: 'Sound',
    marked: 'M38 60a10 10 0 1 1-20 0a10 10 0 1 1 20 0z',
    lines:
      'M38 60a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM74 50a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM38 60V22l36-8v36M38 34l36-8',
  },
}
