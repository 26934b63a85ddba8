// The first run: the link that the server printed makes the owner's account and puts their name on the site.
import * as z from 'zod/mini'
import { newPassword } from './account.ts'
import { defineCall } from './call.ts'
import { nameLength } from './limits.ts'
import { siteLimits } from './site.ts'
import { accountEmail, cleanLine, cleanText, line } from './text.ts'
import { languages } from './words/languages.ts'

const badLink = 'Invalid or expired link.'
/** In the body, because paths are logged. */
const token = z.string(badLink).check(z.minLength(1, badLink), z.maxLength(200, badLink))

export const checkSetup = defineCall('POST', '/setup/check', { body: z.object({ token }) })

const { brand, role } = siteLimits

/** Missing: as it is. */
const language = z.optional(z.enum(languages, 'Choose a language of the list.'))

const typed = z.string().check(z.maxLength(4 * nameLength), z.overwrite(cleanLine))

/** What the pages would show with what is typed so far, however unfinished it is. What is empty stays as it is. */
export const previewSetup = defineCall('POST', '/setup/preview', {
  body: z.object({ token, name: typed, brand: typed, role: typed, language }),
})

export const setUp = defineCall('POST', '/setup', {
  body: z.object({
    token,
    name: line('Name', nameLength),
    email: accountEmail(),
    password: newPassword,
    /** Name, brand and role become the site's, and the email address a way to reach its owner. */
    useForSite: z.prefault(z.boolean(), true),
    /** Empty: the name. */
    brand: z.prefault(cleanText('Brand', brand, cleanLine), ''),
    /** Empty: as it is. */
    role: z.prefault(cleanText('Role', role, cleanLine), ''),
    language,
    registrationEnabled: z.prefault(z.boolean(), true),
  }),
  statuses: [201],
})
