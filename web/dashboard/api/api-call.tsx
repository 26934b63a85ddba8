// One call of the API: folded to its line until it is opened.
import type { ApiDescription, ApiOperation, ApiResponse } from '../../../contract/openapi.ts'
import { CopyCode } from '../../ui/copy-code.tsx'
import { ChevronIcon } from '../../ui/tool-icons.tsx'
import * as styles from './api-docs.module.css'
import { exampleOf, requestLine } from './api-example.ts'
import { ApiField, Fields } from './api-fields.tsx'

interface Props {
  method: string
  path: string
  operation: ApiOperation
  origin: string
  components: ApiDescription['components']
}

const whoMay = { everybody: 'Everybody', users: 'Signed-in users', admins: 'Admins' }

export function ApiCall({ method, path, operation, origin, components }: Props) {
  const { summary, description, parameters = [], requestBody, responses, security } = operation
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const [type, success] =
    Object.entries(responses['200']?.content ?? responses['201']?.content ?? {})[0] ?? []
  const { schemas } = components
  const request = requestLine({ origin, method, path, operation, schemas })
  return (
    <details className={styles.call} id={operation.operationId}>
      <summary>
        <span className={styles.method}>{method}</span>
        <span className={styles.path}>{path}</span>
        <span className={styles.summary}>{summary}</span>
        <ChevronIcon size="s" />
      </summary>
      <div className={styles.details}>
        {description && <p>{description}</p>}
        <p>
          For: {whoMay[operation['x-for']]}.{needOf(security)}
        </p>
        {parameters.length > 0 && (
          <>
            <h3>Parameters</h3>
            <ul className={styles.fields}>
              {parameters.map((parameter) => (
                <ApiField
                  key={parameter.name}
                  name={parameter.name}
                  schema={{
                    ...parameter.schema,
                    ...(parameter.description ? { description: parameter.description } : {}),
                  }}
                  note={parameter.in === 'path' ? 'in the path' : ''}
                  required={parameter.required}
                />
              ))}
            </ul>
          </>
        )}
        {body && (
          <>
            <h3>Body</h3>
            <p>
              As <code>{bodyType}</code>.
            </p>
            <Fields schema={body.schema} />
          </>
        )}
        <h3>Example</h3>
        <CopyCode label={`the request of ${summary}`} code={request} />
        <h3>Response</h3>
        <p>
          As <code>{type}</code>.
        </p>
        {success && <Fields schema={success.schema} />}
        {success && type === 'application/json' && (
          <CopyCode
            label={`the response of ${summary}`}
            code={JSON.stringify(exampleOf(success.schema, schemas), null, 2)}
          />
        )}
        <h3>Statuses</h3>
        <ul className={styles.fields}>
          {Object.entries(responses).map(([status, response]) => (
            <li key={status}>
              <code>{status === 'default' ? 'others' : status}</code>{' '}
              {descriptionOf(response, components.responses)}
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

function descriptionOf(response: ApiResponse, named: Record<string, ApiResponse>): string {
  const name = response.$ref?.split('/').at(-1)
  return (name ? named[name]?.description : response.description) ?? ''
}

/** What lets in, in a sentence. */
function needOf(security: ApiOperation['security']): string {
  const scope = security.flatMap(({ token = [] }) => token)[0]
  if (scope) return ` Needs a login, or an access token with the scope ${scope}.`
  return security.length > 0 ? ' Needs a login: no token may do this.' : ''
}
