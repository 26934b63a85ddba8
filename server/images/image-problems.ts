// What users read where an image could not be processed.
import { maxImageArea, maxPageHeight } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { Rejection } from './job.ts'
import type { WorkerError, WorkerFailure } from './worker-process.ts'

const maxHeight = maxPageHeight.toLocaleString('en')

const tooMuchMemory =
  'This image takes too much memory to be opened. Please save it smaller, with 8 bits per colour, and without "interlaced" or "progressive".'

/** Of an image that the worker did not accept. */
export function rejected({ reason, detail }: Rejection): Problem {
  const cause = new Error(detail)
  switch (reason) {
    case 'type':
      return new Problem('wrong-type', 'Choose a PNG, JPEG or WebP image.', { cause })
    case 'pixels':
      return new Problem('too-large', `An image may have at most ${maxImageArea / 1e6} megapixels.`, {
        cause,
      })
    case 'height':
      return new Problem('too-large', `A screenshot may be at most ${maxHeight} px high.`, { cause })
    case 'memory':
      return new Problem('too-large', tooMuchMemory, { cause })
    case 'webp':
      return new Problem(
        'too-large',
        'A WebP this large takes too much memory to be opened as a screenshot. Please save it as PNG or JPEG.',
        { cause },
      )
    case 'damaged':
      return new Problem('invalid', 'This image is damaged and could not be read.', { cause })
  }
}

/** Of a worker that ended before it had processed an image. */
export function failed(error: WorkerError): Problem {
  const problems: Record<WorkerFailure, () => Problem> = {
    memory: () => new Problem('too-large', tooMuchMemory, { cause: error }),
    time: () =>
      new Problem('too-large', 'This image takes too long to be processed. Please save it smaller.', {
        cause: error,
      }),
    crash: () => new Problem('invalid', 'This image is damaged and could not be read.', { cause: error }),
    'not-started': () =>
      unavailable(
        'The server cannot process images now. Please try again in a moment; if it stays so, the log of the server says why.',
        error,
      ),
    killed: () => unavailable('The image could not be processed. Please try again in a moment.', error),
    stopped: () => unavailable('The server is restarting. Please try again in a moment.'),
  }
  return problems[error.reason]()
}

export function unavailable(message: string, cause?: WorkerError): Problem {
  return new Problem('unavailable', message, { cause, retryAfter: 5 })
}
