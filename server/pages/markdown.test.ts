// What Markdown becomes, also that of somebody who knows none of it.
import { expect, test } from 'vitest'
import type { MarkdownNode } from '../../contract/responses/site.ts'
import { parseMarkdown, parseReply } from './markdown.ts'

const text = (...children: string[]) => ({ tag: 'p', children })

const written = (nodes: MarkdownNode[] = []): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node : `<${node.tag}>${written(node.children)}</${node.tag}>`))
    .join('')

test('Markdown becomes headings below that of the page, paragraphs, lists, links and emphasis', () => {
  const source =
    '# Who\n\nEmma **Wagner**  \nBergen &amp; Oslo\n\n- a `b`\n- [me](mailto:e@w.example)\n\n#### Small\n\n---\n'
  expect(written(parseMarkdown(source))).toBe(
    '<h2>Who</h2><p>Emma <strong>Wagner</strong><br></br>Bergen & Oslo</p>' +
      '<ul><li>a <code>b</code></li><li><a>me</a></li></ul><h3>Small</h3><hr></hr>',
  )
})

test('Markdown of somebody who knows none of it is shown as it was typed: dates, years, sums, tabs, lines of dashes', () => {
  const numbers = (source: string) =>
    parseMarkdown(source).flatMap((list) =>
      typeof list === 'string' ? [] : list.children?.map((item) => typeof item !== 'string' && item.value),
    )
  expect(numbers('1. April\n15. May\n3. June')).toEqual([undefined, 15, 3])
  expect(numbers('1. One\n1. Two\n2. Three\n3. Four')).toEqual([undefined, undefined, 2, undefined])
  expect(numbers('24. Dez 10 Uhr\n24. Dez 18 Uhr\n25. Dez')).toEqual([24, 24, undefined])
  expect(numbers('0. Preamble\n1. Purpose')).toEqual([0, undefined])
  const typed = '2012. Begun\n2016. Moved: 5*3 € and 2*4 €'
  expect(written(parseMarkdown(`${typed}\n---\n\tby bus`))).toBe(`<p>${typed}</p><hr></hr><p>by bus</p>`)
  expect(parseMarkdown('[shop](www.x.example)')).toMatchObject([
    { children: [{ tag: 'a', href: 'https://www.x.example' }] },
  ])
  expect(written(parseMarkdown('> 2024. Begun\n\n- 2024. `2*8`'))).toBe(
    '<blockquote><p>2024. Begun</p></blockquote><ul><li>2024. <code>2*8</code></li></ul>',
  )
  const url = 'https://x.example/1*2'
  expect(parseReply(`${url} 3*4*5`)).toEqual([
    { tag: 'p', children: [{ tag: 'a', href: url, children: [url] }, ' 3*4*5'] },
  ])
})

test('Markdown with markup or images in it stays text, and links only where that is safe', () => {
  expect(parseMarkdown('<script>alert(1)</script>\n\na <b onclick="x">b</b>')).toEqual([
    text('<script>alert(1)</script>'),
    text('a <b onclick="x">b</b>'),
  ])
  expect(parseMarkdown('```\n<i>\n```')).toEqual([{ tag: 'pre', children: ['<i>\n'] }])
  expect(JSON.stringify(parseMarkdown('![a](https://x.example/a.png)'))).not.toContain('img')
  for (const href of [
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x'],
    ...['file:///etc/passwd', '//evil.example', '&#106;avascript:x'],
  ])
    expect(JSON.stringify(parseMarkdown(`[a](${href}) <${href}>`)), href).not.toContain('"tag":"a"')
})
