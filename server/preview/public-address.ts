// Which IP addresses are public: the only ones that the check of a project's site connects to [T58].
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All of IPv6 that is assigned for addresses on the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Of the host that a virtual machine on Azure runs on. Those of other clouds are in ranges that are not public. */
const hostOfAzure = '168.63.129.16'

/**
 * Neither loopback, private, link-local, multicast, reserved nor unspecified, and no IPv6 address that stands for an IPv4
 * address, as mapped ones, 6to4 and NAT64 do.
 * @param text as a resolver or a URL gives it; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  // Without a zone: `fe80::1%eth0` names an interface of this machine.
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : text !== hostOfAzure
}
