// Asks for the passphrase of a client link. Until it was right nothing is shown of the project, not even its name.
import { openClientLink } from '../../contract/client-links.ts'
import * as layouts from '../account/layouts.module.css'
import { VisitorLayout } from '../account/layouts.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { FormAlert } from '../alerts.tsx'
import { useBrand } from '../brand.ts'
import { call } from '../call.ts'
import { useForm } from '../forms/use-form.ts'
import { Monogram } from '../monogram.tsx'
import * as site from '../site/layout.module.css'
import { ThemeToggle } from '../theme-toggle.tsx'
import * as bar from '../ui/bar.module.css'
import { Button } from '../ui/button.tsx'
import * as field from '../ui/field.module.css'
import * as layout from '../ui/layout.module.css'
import * as typography from '../ui/typography.module.css'

interface Props {
  token: string
  /** When the link expires. */
  until: string
}

export function Passphrase({ token, until }: Props) {
  const brand = useBrand()
  const form = useForm(openClientLink.body, {
    initial: { token, passphrase: '' },
    send: (body) => call(openClientLink, { body }),
    // The server has set a cookie: with it the same URL shows the project.
    onSent: () => location.reload(),
  })
  return (
    <>
      <header className={bar.bar}>
        <div className={`${layout.wrap} ${bar.inside}`}>
          <span className={bar.brand}>
            <Monogram />
            <span className={bar.name} {...brand?.nameLanguage}>
              {brand?.name}
            </span>
          </span>
          <div className={layouts.theme}>
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main className={layout.sheet} id="main" tabIndex={-1}>
        <VisitorLayout title="A draft for you">
          <p className={`${typography.lead} ${layouts.lead}`}>
            {brand?.owner.name} shares a project with you. It opens with the passphrase you were given.
          </p>
          <form className={layout.form} {...form.props}>
            <FormAlert alert={form.alert} />
            <PasswordField {...form.field('passphrase')} label="Passphrase" autoComplete="off" />
            <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Opening...">
              Open draft
            </Button>
          </form>
          <p className={`${field.hint} ${layouts.more}`}>The link works until {dayOf(until)}.</p>
        </VisitorLayout>
      </main>
      <footer className={site.footer}>
        <div className={`${layout.wrap} ${layout.grid} ${site.inside}`}>
          <Monogram />
          <p suppressHydrationWarning>
            Copyright © {new Date().getFullYear()} <bdi>{brand?.name}</bdi>
          </p>
        </div>
      </footer>
    </>
  )
}

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "Dec 5, 2026". */
export function dayOf(iso: string): string {
  return format.format(new Date(iso))
}
