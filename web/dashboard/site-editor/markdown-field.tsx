// A text in Markdown with buttons for what it may hold. The keys are those of every editor [R303].
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import * as fieldStyles from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { LinkIcon, ListIcon } from '../../ui/tool-icons.tsx'
import { addLink, type Edit, type Selection, toggleList, toggleMark } from './markdown-edit.ts'
import * as styles from './markdown-field.module.css'

interface Props {
  label: string
  value: string
  rows: number
  error?: string | undefined
  aside?: ReactNode
  onChange: (value: string) => void
}

type Tool = { label: string; key?: string; face: ReactNode; edit: (value: string, at: Selection) => Edit }

const tools: readonly Tool[] = [
  { label: 'Bold', key: 'b', face: 'B', edit: (value, at) => toggleMark(value, at, 'bold') },
  { label: 'Italic', key: 'i', face: <i>I</i>, edit: (value, at) => toggleMark(value, at, 'italic') },
  { label: 'Link', key: 'k', face: <LinkIcon size="s" />, edit: addLink },
  { label: 'List', face: <ListIcon size="s" />, edit: toggleList },
]

const examples = [
  ['**bold**', 'bold'],
  ['*italic*', 'italic'],
  ['[text](/portfolio)', 'a link, here to a page of this site'],
  ['[text](https://example.com)', 'a link to another site'],
  ['- item', 'an item of a list'],
  ['1. item', 'an item of a numbered list'],
  ['## Heading', 'a heading'],
  ['> text', 'a quote'],
  ['an empty line', 'a new paragraph'],
] as const

export function MarkdownField({ label, value, rows, error, aside, onChange }: Props) {
  const text = useRef<HTMLTextAreaElement>(null)
  const helpId = useId()
  const [isHelping, setHelping] = useState(false)
  /** The button that Tab leads to; arrow keys move (WAI-ARIA, toolbar). */
  const [current, setCurrent] = useState(0)

  const run = ({ edit }: Tool) => {
    const element = text.current
    if (!element) return
    const { selectionStart: start, selectionEnd: end } = element
    apply(element, edit(element.value, { start, end }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { altKey, shiftKey, nativeEvent } = event
    const isPressed = isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
    if (!isPressed || altKey || shiftKey || nativeEvent.isComposing) return
    const tool = tools.find(({ key }) => key === event.key.toLowerCase())
    if (!tool) return
    event.preventDefault()
    run(tool)
  }
  const onMove = (event: KeyboardEvent<HTMLElement>) => {
    const last = tools.length
    const to = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setCurrent(to)
    event.currentTarget.querySelectorAll('button')[to]?.focus()
  }
  return (
    <Field
      label={label}
      hint="Markdown: **bold**, *italic*, [link](address), lists and headings. HTML stays as typed."
      error={error}
      aside={aside}
    >
      {(wiring) => (
        <div>
          <div
            className={styles.bar}
            role="toolbar"
            aria-label="Format"
            aria-controls={wiring.id}
            onKeyDown={onMove}
          >
            {tools.map((tool, index) => (
              <button
                key={tool.label}
                type="button"
                aria-label={tool.label}
                aria-keyshortcuts={tool.key && `${isMac() ? 'Meta' : 'Control'}+${tool.key.toUpperCase()}`}
                title={
                  tool.key
                    ? `${tool.label} (${isMac() ? '⌘' : 'Ctrl+'}${tool.key.toUpperCase()})`
                    : tool.label
                }
                tabIndex={index === current ? 0 : -1}
                // The selection of the text stays, and its focus.
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onFocus={() => setCurrent(index)}
                onClick={() => {
                  setCurrent(index)
                  run(tool)
                }}
              >
                {tool.face}
              </button>
            ))}
            <button
              type="button"
              className={styles.help}
              aria-expanded={isHelping}
              aria-controls={helpId}
              tabIndex={current === tools.length ? 0 : -1}
              onFocus={() => setCurrent(tools.length)}
              onClick={() => setHelping(!isHelping)}
            >
              Help
            </button>
          </div>
          <div id={helpId} hidden={!isHelping} className={styles.examples}>
            <dl>
              {examples.map(([written, shown]) => (
                <div key={written}>
                  <dt>{written}</dt>
                  <dd>{shown}</dd>
                </div>
              ))}
            </dl>
          </div>
          <textarea
            {...wiring}
            ref={text}
            className={classes(fieldStyles.input, styles.text)}
            rows={rows}
            value={value}
            onKeyDown={onKeyDown}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      )}
    </Field>
  )
}

/** As if it was typed: the only way that leaves the browser's own undo intact, in every browser. */
function apply(element: HTMLTextAreaElement, { start, end, text, selected }: Edit): void {
  element.focus()
  element.setSelectionRange(start, end)
  document.execCommand('insertText', false, text)
  element.setSelectionRange(selected.start, selected.end)
}

const isMac = () => /^mac/i.test(navigator.platform)
