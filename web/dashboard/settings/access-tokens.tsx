// Access tokens in the settings: listed, made after the password was entered again, shown once, revoked.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AccessToken,
  listTokens,
  revokeToken,
  type TokenScope,
} from '../../../contract/access-tokens.ts'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { PlusIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import * as rows from '../home/mini-rows.module.css'
import { useLogged } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import { NewToken } from './new-token.tsx'
import * as panels from './settings.module.css'
import { ShownOnce } from './shown-once.tsx'

export function AccessTokens() {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'tokens'],
    queryFn: ({ signal }) => call(listTokens, { signal }),
  })
  useLogged(error, 'Access tokens')
  const alert = useAlert()
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const made = (shown: string) => {
    setMaking(false)
    alert.clear()
    setSecret(shown)
    void refetch()
  }
  return (
    <section className={`${panels.panel} ${rows.full}`} aria-labelledby="tokens">
      <h2 id="tokens">Access tokens</h2>
      {error && !data && <NotLoaded what="The tokens" onRetry={() => void refetch()} />}
      {data?.tokens.length === 0 && <p>Scripts of yours log in with a token. There is none yet.</p>}
      {data && data.tokens.length > 0 && (
        <ul className={rows.rows}>
          {data.tokens.map((token) => (
            <Row
              key={token.id}
              token={token}
              onFailed={(failure) => alert.show('error', messageOf(failure))}
              onRevoked={(message) => {
                alert.show('success', message)
                setSecret(undefined)
                void refetch()
              }}
            />
          ))}
        </ul>
      )}
      {secret && (
        <ShownOnce
          text="New token. Copy it now, it is not shown again."
          label="the new token"
          secret={secret}
          onDismiss={() => setSecret(undefined)}
        />
      )}
      <PageAlert alert={alert} />
      <div className={rows.foot}>
        <Button size="sm" variant="secondary" onClick={() => setMaking(true)}>
          <PlusIcon size="s" />
          New token
        </Button>
      </div>
      {isMaking && <NewToken onMade={made} onClose={() => setMaking(false)} />}
    </section>
  )
}

interface RowProps {
  token: AccessToken
  onRevoked: (message: string) => void
  onFailed: (failure: unknown) => void
}

function Row({ token, onRevoked, onFailed }: RowProps) {
  const [isAsking, setAsking] = useState(false)
  const revoking = useMutation({
    mutationFn: () => call(revokeToken, { params: { id: token.id } }),
    onSettled: () => setAsking(false),
    onSuccess: ({ message }) => onRevoked(message),
    onError: onFailed,
  })
  return (
    <li>
      <div>
        <p className={rows.name}>{token.name}</p>
        <p className={typography.meta}>
          {scopesInWords(token.scopes)}. <Until iso={token.expiresAt} />. Made {day(token.createdAt)}.{' '}
          {token.usedAt ? `Used ${minute(token.usedAt)}` : 'Not used yet'}
        </p>
      </div>
      <Button
        size="sm"
        variant="secondary"
        onClick={() => setAsking(true)}
        aria-label={`Revoke ${token.name}`}
      >
        Revoke
      </Button>
      {isAsking && (
        <Confirm
          title="Revoke Token"
          confirmLabel="Revoke"
          busyLabel="Revoking..."
          busy={revoking.isPending}
          onConfirm={() => revoking.mutate()}
          onCancel={() => setAsking(false)}
        >
          Scripts that use {token.name} stop working at once. This cannot be undone.
        </Confirm>
      )}
    </li>
  )
}

/** Milliseconds. */
const soon = 7 * 24 * 60 * 60_000

function Until({ iso }: { iso: string }) {
  const left = Date.parse(iso) - Date.now()
  if (left > soon) return <>Until {day(iso)}</>
  return (
    <span className={rows.soon}>
      {left > 0 ? 'Until' : 'Expired'} {day(iso)}
    </span>
  )
}

/** "Read and change projects, read messages". */
function scopesInWords(scopes: readonly TokenScope[]): string {
  const parts = (['projects', 'messages'] as const).flatMap((noun) => {
    const area = noun === 'projects' ? 'portfolio' : 'contacts'
    const verbs = [
      scopes.includes(`${area}:read`) && 'read',
      scopes.includes(`${area}:write`) && 'change',
    ].filter(Boolean)
    return verbs.length > 0 ? `${verbs.join(' and ')} ${noun}` : []
  })
  const words = parts.join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const minuteFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const day = (iso: string) => dayFormat.format(new Date(iso))
const minute = (iso: string) => minuteFormat.format(new Date(iso))
