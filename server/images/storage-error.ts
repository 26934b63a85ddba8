// Object storage that cannot be used: it does not respond, or rejects what this product requests.

/** The message is a line for the operator that says what to do, without credentials. */
export class StorageError extends Error {
  /** It does not respond, or fails: it may be back soon. Otherwise an operator has to change something. */
  readonly isAway: boolean
  /** As errors of the file system have both: `isFull` and `isStorageUnusable` know them by these. */
  readonly code: 'EIO' | 'ENOSPC'
  readonly syscall = 'request'

  constructor(message: string, about: { isAway: boolean; isFull?: boolean; cause?: unknown }) {
    super(message, { cause: about.cause })
    this.isAway = about.isAway
    this.code = about.isFull ? 'ENOSPC' : 'EIO'
  }
}

/** What S3 responds with an error. */
export interface S3Failure {
  status: number
  /** Of the error in the body; empty without one. */
  code: string
  /** The region that the bucket is in, where the response names it. */
  region: string | null
}

/** Codes of servers whose disk or quota is full. */
const fullCodes = ['QuotaExceeded', 'XMinioStorageFull']
/** Worth another try: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const passingCodes = ['InternalError', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown', 'OperationAborted']
const passingStatuses = [408, 429, 500, 502, 503, 504]

/** Whether the same request may succeed the next time. */
export function isPassing({ status, code }: S3Failure): boolean {
  return passingStatuses.includes(status) || passingCodes.includes(code)
}

/** @param name of the storage @param bucket its name */
export function rejectedBy(name: string, bucket: string, failure: S3Failure): StorageError {
  const { status, code } = failure
  if (status === 507 || fullCodes.includes(code))
    return new StorageError(`${name} has no space left (${code || status}); raise its quota.`, {
      isAway: false,
      isFull: true,
    })
  const advice = adviceFor(failure, bucket)
  if (advice) return new StorageError(`${name} ${advice}`, { isAway: false })
  return new StorageError(`${name} responds with ${status}${code && ` ${code}`}; look at its own log.`, {
    isAway: isPassing(failure),
  })
}

function adviceFor({ status, code, region }: S3Failure, bucket: string): string | null {
  if (code === 'InvalidAccessKeyId' || code === 'InvalidToken')
    return 'does not know the access key; correct STORAGE_URL.'
  if (code === 'SignatureDoesNotMatch')
    return 'rejects the signature: the secret key in STORAGE_URL is wrong, or its region.'
  if (code === 'RequestTimeTooSkewed')
    return 'rejects the time of this machine; synchronise its clock by NTP.'
  if (code === 'NoSuchBucket') return `has no bucket ${bucket}; create it, or correct STORAGE_URL.`
  if (code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect' || status === 301)
    return region
      ? `is in the region ${region}; set region=${region} in STORAGE_URL, and the host of that region.`
      : 'is in another region; correct the region and the host in STORAGE_URL.'
  if (status >= 300 && status < 400) return 'redirects to another host; name that one in STORAGE_URL.'
  if (status === 401 || status === 403)
    return `does not permit this (${code || status}); give the key the rights to list ${bucket}, and to read, write and delete objects in it.`
  return null
}

/** @param reason of the connection, such as ECONNREFUSED */
export function notResponding(name: string, reason: string, cause?: unknown): StorageError {
  return new StorageError(`${name} does not respond (${reason}); start it, or correct STORAGE_URL.`, {
    isAway: true,
    cause,
  })
}
