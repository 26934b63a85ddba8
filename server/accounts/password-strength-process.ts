// A separate process for the password dictionaries: 30 MiB that the server would otherwise never free.
import { isGuessable, type KnownWords } from '../../contract/password-strength.ts'

export interface StrengthRequest {
  id: number
  password: string
  known: KnownWords
}

export interface StrengthResponse {
  id: number
  guessable: boolean
}

process.on('message', ({ id, password, known }: StrengthRequest) => {
  const response: StrengthResponse = { id, guessable: isGuessable(password, known) }
  process.send?.(response)
})
// The server has ended.
process.on('disconnect', () => process.exit())
