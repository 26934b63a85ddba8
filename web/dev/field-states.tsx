// Fields: empty, filled, with hint, with error, disabled; and the two ways to choose an image.
import { useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Checkbox, Select, TextArea, TextField } from '../ui/field.tsx'
import { ImageDrop, ImageRow } from '../ui/file-input.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { SearchIcon, ShowIcon } from '../ui/tool-icons.tsx'
import * as styles from './ui.module.css'

const options = [
  { value: '', label: 'Choose one' },
  { value: 'live', label: 'Live' },
  { value: 'image', label: 'Image' },
  { value: 'none', label: 'Not available', disabled: true },
]

const cards = [
  { value: 'own', label: 'Images of your own', hint: 'Chosen below.' },
  { value: 'covers', label: 'Covers', hint: 'Those of your projects.' },
]

export function FieldStates() {
  const [card, setCard] = useState('own')
  return (
    <>
      <div className={styles.columns}>
        <TextField label="Empty" placeholder="Your name" />
        <TextField label="Filled" defaultValue="A name that somebody typed" />
        <TextField label="With a hint" hint="At most 60 characters." />
        <TextField label="With an error" error="Name is required." hint="At most 60 characters." />
        <TextField label="Disabled" defaultValue="Cannot be changed" disabled />
        <TextField label="Dense" dense defaultValue="In a toolbar" />
        <TextField
          label="Search"
          hideLabel
          dense
          type="search"
          placeholder="Search..."
          start={<SearchIcon />}
        />
        <TextField
          label="With a button"
          type="password"
          autoComplete="off"
          end={<IconButton label="Show password" icon={<ShowIcon />} />}
        />
        <Select label="Select" options={options} />
        <Select label="Select with an error" options={options} error="Choose one." />
        <Select label="Disabled select" options={options} disabled />
        <TextArea label="Text area" rows={3} />
        <TextArea label="Text area with an error" rows={3} error="Message is required." />
      </div>
      <div className={styles.row}>
        <Checkbox label="Unchecked" />
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Mixed" indeterminate />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Without a visible label" hideLabel />
      </div>
      <RadioCards label="Cards" value={card} options={cards} onChange={setCard} />
    </>
  )
}

export function FileStates() {
  const [file, setFile] = useState<File | null>(null)
  const shared = { file, onChoose: setFile, focal: { focalX: 50, focalY: 0 } }
  return (
    <div className={styles.columns}>
      <ImageDrop {...shared} label="Frame" hint="PNG, JPEG or WebP, up to 10 MB." />
      <ImageDrop {...shared} label="Frame with an error" error="Image is required." />
      <ImageRow {...shared} label="Row" current={<span>No image yet</span>} />
      <ImageRow {...shared} label="Disabled row" disabled current={<span>cover.webp</span>} />
    </div>
  )
}
