// Turns STORAGE_URL into what the client of object storage needs.
import { isLoopback } from '../../contract/call.ts'
import { cutsCredentials, decoded, unescapedCredentials } from '../url-credentials.ts'

export interface S3Options {
  /** For messages: s3://HOST/BUCKET, without credentials. */
  name: string
  bucket: string
  /** URL of the server, without a path. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html; older buckets have capitals and _. */
const bucketName = /^[A-Za-z0-9][\w.-]{1,253}[A-Za-z0-9]$/
const example = 's3://KEY:SECRET@s3.example.com/BUCKET?region=eu-central-1'
/** What servers other than Amazon's expect where nothing is configured. */
const defaultRegion = 'us-east-1'

/**
 * `region` is that of the signature. `tls=off` allows http to another machine, and loopback is always http.
 * @throws Error that says what is wrong without repeating the URL, which contains the secret key
 */
export function s3Options(text: string): S3Options {
  if (cutsCredentials(text)) throw new Error(unescapedCredentials('STORAGE_URL'))
  const url = URL.parse(text)
  const [, bucket = '', ...more] = url?.pathname.split('/') ?? []
  if (url?.protocol !== 's3:' || !url.hostname || url.hash || more.some((part) => part !== ''))
    throw new Error(`STORAGE_URL must look like ${example}.`)
  if (!bucketName.test(bucket)) throw new Error(`STORAGE_URL names no bucket, or an invalid one: ${example}.`)
  if (!url.username || !url.password)
    throw new Error(`STORAGE_URL needs an access key and its secret: ${example}.`)
  const { region = defaultRegion, tls, ...others } = Object.fromEntries(url.searchParams)
  if (Object.keys(others).length > 0)
    throw new Error('STORAGE_URL takes the parameters region and tls, and no other.')
  if (!/^[\w-]{1,50}$/.test(region)) throw new Error('region in STORAGE_URL is no name of a region.')
  if (tls !== undefined && tls !== 'off') throw new Error('tls in STORAGE_URL can only be off.')
  // The parser leaves the host of an unknown protocol as it is.
  const host = url.host.toLowerCase()
  const isPlain = tls === 'off' || isLoopback(url.hostname.toLowerCase())
  return {
    name: `s3://${host}/${bucket}`,
    bucket,
    endpoint: `${isPlain ? 'http' : 'https'}://${host}`,
    region,
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  }
}
