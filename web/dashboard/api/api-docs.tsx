// The description of the API, for admins: every call with what it takes and what it responds with.
import { useQuery } from '@tanstack/react-query'
import { type ApiDescription, readApiDescription } from '../../../contract/openapi.ts'
import { call } from '../../call.ts'
import { type MetaArgs, pageMeta, titled } from '../../page-meta.ts'
import * as links from '../../ui/link.module.css'
import * as typography from '../../ui/typography.module.css'
import * as heading from '../heading.module.css'
import { useLogged } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import { ApiCall } from './api-call.tsx'
import * as styles from './api-docs.module.css'
import { Fields } from './api-fields.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('API', matches), noindex: true })
}

export default function ApiDocs() {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'api-description'],
    queryFn: async ({ signal }) => (await call(readApiDescription, { signal })) as unknown as ApiDescription,
  })
  useLogged(error, 'API description')
  return (
    <>
      <div className={heading.head}>
        <h1 className={heading.title}>API</h1>
        <a className={links.link} href={readApiDescription.path}>
          OpenAPI document
        </a>
      </div>
      {data ? (
        <Description description={data} />
      ) : error ? (
        <NotLoaded what="The description" onRetry={() => void refetch()} />
      ) : (
        <p className={typography.loading} role="status">
          Loading
        </p>
      )}
    </>
  )
}

/** Of a group: "Access tokens" is `access-tokens`. */
const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

function Description({ description }: { description: ApiDescription }) {
  const { info, servers, tags, paths, components } = description
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const origin = servers[0]?.url ?? ''
  return (
    <div className={styles.columns}>
      <nav className={styles.contents} aria-label="Groups of calls">
        <ul>
          {tags.map(({ name }) => (
            <li key={name}>
              <a href={`#${idOf(name)}`}>{name}</a>
            </li>
          ))}
          <li>
            <a href="#schemas">Schemas</a>
          </li>
        </ul>
      </nav>
      <div className={styles.groups}>
        <p className={styles.lead}>
          {info.description} The calls are at <code>{origin}</code>.
        </p>
        {tags.map(({ name, description }) => (
          <section key={name} className={styles.group} aria-labelledby={idOf(name)}>
            <h2 id={idOf(name)}>{name}</h2>
            <p className={styles.about}>{description}</p>
            {calls
              .filter(({ operation }) => operation.tags.includes(name))
              .map(({ method, path, operation }) => (
                <ApiCall
                  key={operation.operationId}
                  {...{ method, path, operation, origin }}
                  components={components}
                />
              ))}
          </section>
        ))}
        <section className={styles.group} aria-labelledby="schemas">
          <h2 id="schemas">Schemas</h2>
          <p className={styles.about}>What several calls have in common.</p>
          {Object.entries(components.schemas).map(([name, schema]) => (
            <div key={name} className={styles.schema}>
              <h3 id={`schema-${name}`}>{name}</h3>
              {schema.description && <p>{schema.description}</p>}
              <Fields schema={schema} />
            </div>
          ))}
        </section>
      </div>
    </div>
  )
}
