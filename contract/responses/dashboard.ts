// Responses about the dashboard's home, visits, the audit trail, backups, webhooks and the settings.
import * as z from 'zod/mini'
import { auditKinds, demoProject, ownLines } from '../dashboard.ts'
import { backupIntervals, mailPorts } from '../settings.ts'
import { doneWith } from './done.ts'
import { contactMessage } from './messages.ts'
import { deadLink, project } from './projects.ts'

const draftProject = z.extend(project, {
  /** ISO time. */
  changedAt: z.string(),
})

export const dashboardHome = z.object({
  /** What of the site is the owner's by now; null once all of it was. */
  own: z.nullable(
    z.object({
      done: z.array(z.enum(ownLines)),
      /** ISO time; null while the list is shown. */
      awaySince: z.nullable(z.string()),
      /** Names of the demo's projects that nobody has changed, in the order of the gallery. */
      demo: z.array(z.string()),
    }),
  ),
  mail: z.object({
    /** Whether a mail server is configured; otherwise emails are files in the outbox folder. */
    configured: z.boolean(),
    /** Why emails are not sent, in one sentence, or null. */
    failing: z.nullable(z.string()),
    /** Emails that wait to be sent. */
    waiting: z.number(),
    /** ISO time of the next attempt, while the last one failed. */
    nextTry: z.nullable(z.string()),
    /** ISO time. */
    lastSent: z.nullable(z.string()),
  }),
  /** Without a sent reply. */
  messages: z.object({ total: z.number(), newest: z.array(contactMessage) }),
  /** Messages held back as spam that nobody has looked at. */
  spam: z.number(),
  drafts: z.object({ total: z.number(), newest: z.array(draftProject) }),
  /** Of published projects; null while the server checks no links. */
  links: z.nullable(
    z.object({
      total: z.number(),
      /** Those whose site was never checked. */
      unchecked: z.number(),
      /** Whether the server could reach the internet where it tried to check them. */
      hasNetwork: z.boolean(),
    }),
  ),
  /** Published projects whose site is dead: the first ten, the longest dead first. */
  dead: z.object({ total: z.number(), links: z.array(deadLink) }),
  backup: z.object({
    interval: z.enum(backupIntervals),
    /** ISO times. */
    last: z.nullable(z.object({ at: z.string(), bytes: z.number() })),
    next: z.nullable(z.string()),
    /** Why the last one failed; null once one has succeeded, and while they are off. */
    failing: z.nullable(z.string()),
  }),
})
export type DashboardHome = z.infer<typeof dashboardHome>

export const counts = z.object({
  /** Public pages shown, previews among them. */
  views: z.number(),
  /** Previews opened. */
  opens: z.number(),
  /** Live sites opened from a preview. */
  clicks: z.number(),
})
export type Counts = z.infer<typeof counts>

/** `day` is YYYY-MM-DD, of UTC. */
export const dayCounts = z.extend(counts, { day: z.string() })
export type DayCounts = z.infer<typeof dayCounts>

export const topProject = z.object({
  ...z.pick(project, { id: true, pname: true, pimage: true, focalX: true, focalY: true }).shape,
  ...z.pick(counts, { opens: true, clicks: true }).shape,
})
export type TopProject = z.infer<typeof topProject>

export const auditEvent = z.object({
  id: z.string(),
  kind: z.enum(auditKinds),
  /** Of the first one, where several are one row. */
  createdAt: z.string(),
  /** Of the last one. */
  lastAt: z.string(),
  /** How many there were. */
  count: z.number(),
  /** Who did it, with the email address of that time; null for visitors and for the operator of the server. */
  user: z.nullable(z.object({ id: z.string(), email: z.string() })),
  /** What it was done to, under the name of that time. */
  target: z.nullable(z.object({ id: z.nullable(z.string()), name: z.string() })),
  detail: z.nullable(z.string()),
  /** An IPv4 address or the /64 of an IPv6 address; null where it is not stored. */
  ip: z.nullable(z.string()),
})
export type AuditEvent = z.infer<typeof auditEvent>

export const backupStatus = z.object({
  interval: z.enum(backupIntervals),
  keep: z.number(),
  /** Hours and minutes in UTC. */
  time: z.string(),
  /** The last scheduled one that succeeded. */
  last: z.nullable(z.object({ at: z.string(), bytes: z.number(), ms: z.number() })),
  /** The last one that failed; current while none has succeeded since. */
  failure: z.nullable(z.object({ at: z.string(), reason: z.string(), isCurrent: z.boolean() })),
  /** When the next one is due; null while they are off. */
  next: z.nullable(z.string()),
  /** What is in the folder; null when it cannot be read. */
  stored: z.nullable(z.object({ count: z.number(), bytes: z.number() })),
  folder: z.string(),
  /** Why backups cannot be stored there, with what to do; null where they can. */
  folderProblem: z.nullable(z.string()),
})
export type BackupStatus = z.infer<typeof backupStatus>

export const mailSettings = z.object({
  /** The host of SMTP_URL, which wins over an account; null where it is not set. */
  fixed: z.nullable(z.string()),
  /** The account that was set up, without its password. */
  account: z.nullable(
    z.object({
      host: z.string(),
      port: z.literal([...mailPorts]),
      user: z.string(),
      address: z.string(),
      /** This server does not have the key of its password: it is to be entered again. */
      isLocked: z.boolean(),
    }),
  ),
  /** Who is emailed about messages. */
  owners: z.array(z.string()),
})

export type MailSettings = z.infer<typeof mailSettings>

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** The admin's name. */
  createdBy: z.string(),
  createdAt: z.string(),
  /** When it was last called, and what came of it; null until then. */
  last: z.nullable(
    z.object({
      at: z.string(),
      isDelivered: z.boolean(),
      /** Why not, in a few words. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** Calls in a row that failed. */
  failures: z.number(),
  /** When it was switched off, because every call failed for five days; null while it is on. */
  disabledAt: z.nullable(z.string()),
})
export type Webhook = z.infer<typeof webhook>

const counting = z.object({ counting: z.boolean() })
const registration = z.object({ registrationEnabled: z.boolean() })
const signature = z.object({ signature: z.string() })
const retention = z.object({ months: z.number() })

export const dashboardResponses = {
  'GET /api/dashboard/home': dashboardHome,
  'DELETE /api/dashboard/demo': doneWith({ projects: z.array(demoProject) }),
  'GET /api/dashboard/counts': z.union([
    z.object({ counting: z.literal(false) }),
    z.object({
      counting: z.literal(true),
      /** Each day of the period, the last one is today. */
      days: z.array(dayCounts),
      /** Of as many days before. */
      before: counts,
      /** The projects whose previews were opened most in the period. */
      top: z.array(topProject),
    }),
  ]),
  'GET /api/admin/activity': z.object({
    events: z.array(auditEvent),
    totalPages: z.number(),
    page: z.number(),
    total: z.number(),
  }),
  'GET /api/admin/activity/export-csv': z.string(),
  'GET /api/settings/counts': counting,
  'PUT /api/settings/counts': doneWith(counting.shape),
  'GET /api/settings/registration': registration,
  'PUT /api/settings/registration': doneWith(registration.shape),
  'GET /api/settings/signature': signature,
  'PUT /api/settings/signature': doneWith(signature.shape),
  'GET /api/settings/mail': mailSettings,
  'GET /api/settings/messages': retention,
  'PUT /api/settings/messages': doneWith(retention.shape),
  'GET /api/settings/messages/old': z.object({ messages: z.number() }),
  'GET /api/settings/backups': backupStatus,
  'PUT /api/settings/backups': doneWith({ backups: backupStatus }),
  'GET /api/settings/backups/download': z.file(),
  'GET /api/settings/webhooks': z.object({ webhooks: z.array(webhook) }),
  'POST /api/settings/webhooks': doneWith({ webhook, secret: z.string() }),
  'POST /api/settings/webhooks/:id/test': doneWith({ webhook }),
  /** An OpenAPI 3.1 document. */
  'GET /api/openapi.json': z.record(z.string(), z.unknown()),
}
