// The log: JSON lines with request ids, and nobody's address in them.
import { type DestinationStream, type Logger, pino } from 'pino'

/*
 * What looks like an e-mail address in a finished line, with the escape before it, if any. Mail servers and databases
 * name addresses in their refusals, so it is not enough that we never log one ourselves.
 */
const address = /(\\(?:u[\da-f]{4}|.))?[^\s<>()[\]{}"'\\,;:=]+@[\w.-]+/g

export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: (line) => line.replace(address, '$1[address]') },
    },
    destination ?? pino.destination(1),
  )
}
