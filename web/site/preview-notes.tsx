// What a preview says where there is no site to show: why its image stands in, that scripts are off, what went wrong.
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import * as layout from '../ui/layout.module.css'
import { InfoIcon, OpenIcon } from '../ui/tool-icons.tsx'
import * as styles from './preview.module.css'
import { clickProps } from './visits.ts'

export function Notice({ reason, url, id }: { reason: string; url: string; id: string | undefined }) {
  return (
    <div className={styles.notice}>
      <p className={layout.row}>
        <InfoIcon />
        <span>{reason} Here is an image of it.</span>
      </p>
      {URL.canParse(url) && (
        <a
          className={buttonClass({ size: 'sm' })}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          {...clickProps(id)}
        >
          Open live site <OpenIcon size="s" />
        </a>
      )}
    </div>
  )
}

export function WithoutScripts({ url, name }: { url: string; name: string }) {
  return (
    <noscript>
      <div className={styles.over}>
        <p>The preview needs JavaScript, which is switched off in this browser.</p>
        <div className={layout.actions}>
          <a className={buttonClass()} href={url} rel="noopener noreferrer">
            Open {name}
          </a>
        </div>
      </div>
    </noscript>
  )
}

/** @param children what can be done now */
export function Problem({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.over}>
      <p role="alert">{text}</p>
      <div className={layout.actions}>{children}</div>
    </div>
  )
}
