// Asks for the passphrase of a client link. Until it was right nothing is shown of the project, not even its name.
import { openClientLink } from '../../contract/client-links.ts'
import * as layouts from '../account/layouts.module.css'
import { StandaloneLayout } from '../account/layouts.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { useBrand } from '../brand.ts'
import { call } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { Monogram } from '../monogram.tsx'
import { Footer } from '../site/layout.tsx'
import * as bar from '../ui/bar.module.css'
import * as ui from '../ui/primitives.module.css'
import { useDates, useWords } from '../ui/words.tsx'

interface Props {
  token: string
  /** When the link expires. */
  until: string
}

export function Passphrase({ token, until }: Props) {
  const brand = useBrand()
  const t = useWords()
  const day = useDay()
  const form = useForm(openClientLink.body, {
    initial: { token, passphrase: '' },
    send: (body) => call(openClientLink, { body }),
    // The server has set a cookie: with it the same URL shows the project.
    onSent: () => location.reload(),
    failedField: 'passphrase',
  })
  return (
    <>
      <StandaloneLayout
        title={t('A project for you')}
        brand={
          <span className={`${ui.row} ${bar.brand}`}>
            <Monogram />
            <span className={bar.name} {...brand?.nameLanguage}>
              {brand?.name}
            </span>
          </span>
        }
      >
        <p className={`${ui.lead} ${layouts.lead}`}>
          {t('{name} shares a project with you. It opens with the passphrase you were given.', {
            name: brand?.owner.name ?? '',
          })}
        </p>
        <Form form={form} submit={t('Open project')} busyLabel={t('Opening...')} wide>
          <PasswordField {...form.field('passphrase')} label={t('Passphrase')} autoComplete="off" />
        </Form>
        <p className={`${ui.hint} ${layouts.more}`}>
          {t('The link works until {date}.', { date: day(until) })}
        </p>
      </StandaloneLayout>
      <Footer />
    </>
  )
}

/** "Dec 5, 2026". */
export const useDay = () => useDates({ dateStyle: 'medium', timeZone: 'UTC' })
