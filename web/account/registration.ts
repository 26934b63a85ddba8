// Whether visitors may create accounts.
import { readRegistration } from '../../contract/settings.ts'
import { call } from '../call.ts'

/** It counts as on when the setting cannot be read. */
export async function isRegistrationOn(): Promise<boolean> {
  try {
    return (await call(readRegistration)).registrationEnabled
  } catch {
    return true
  }
}
