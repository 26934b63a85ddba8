// /dashboard/profile leads to the profile, whoever opens it: the guard of that page decides the rest.
import { redirect } from 'react-router'

export function loader() {
  return redirect('/profile')
}
