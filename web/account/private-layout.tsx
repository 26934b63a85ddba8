// The guard around the pages of a user's own account.
import { type ReactNode, useState } from 'react'
import { Outlet, useLocation, useOutletContext } from 'react-router'
import { Guard, GuardLoading, usersOnly } from '../guard.tsx'

export default function PrivateLayout() {
  const { pathname } = useLocation()
  return <Guarded key={pathname} />
}

export const clientMiddleware = [usersOnly]

export function HydrateFallback() {
  return <GuardLoading />
}

function Guarded() {
  const [farewell, setFarewell] = useState<ReactNode>()
  return (
    farewell ?? (
      <Guard>
        <Outlet context={setFarewell} />
      </Guard>
    )
  )
}

/**
 * For the pages inside: shows something in place of the page and of the guard, which would send the user on before
 * they could read it.
 */
export function useFarewell(): (farewell: ReactNode) => void {
  return useOutletContext()
}
