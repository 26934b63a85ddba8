// Buttons in every variant, size and state, and all icons.
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import * as icons from '../ui/icons.tsx'
import * as toolIcons from '../ui/tool-icons.tsx'
import * as styles from './ui.module.css'

const variants = ['primary', 'secondary', 'quiet', 'danger', 'danger-outline'] as const
const sizes = ['sm', 'md', 'lg'] as const

const { icon: _icon, path: _path, ...homeIcons } = icons
/** By name: the order of a module's exports is another one on the server than in the browser. */
const allIcons = Object.entries({ ...homeIcons, ...toolIcons }).sort(([a], [b]) => (a < b ? -1 : 1))

export function ButtonStates() {
  return (
    <>
      {variants.map((variant) => (
        <div className={styles.row} key={variant}>
          {sizes.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
          <Button variant={variant} disabled>
            disabled
          </Button>
          <Button variant={variant} busyLabel="Saving…">
            Save changes
          </Button>
          <Button variant={variant} busyLabel="Saving…" busy>
            Save changes
          </Button>
          <ButtonLink variant={variant} to="/">
            link
          </ButtonLink>
        </div>
      ))}
      <Button wide>wide</Button>
    </>
  )
}

export function IconStates() {
  return (
    <>
      <div className={styles.row}>
        {allIcons.map(([name, Icon]) => (
          <IconButton key={name} label={name} icon={<Icon />} />
        ))}
      </div>
      <div className={styles.row}>
        <IconButton label="Small" size="sm" icon={<toolIcons.EditIcon />} />
        <IconButton label="Danger" danger icon={<toolIcons.DeleteIcon />} />
        <toolIcons.InfoIcon size="s" />
        <toolIcons.InfoIcon />
        <toolIcons.InfoIcon size="l" />
      </div>
    </>
  )
}
