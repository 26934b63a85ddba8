// 1,000 messages of bots and 200 of people, the same for the same seed, in the order in which they arrive over some weeks.
//
// A part is held out: its campaigns and its people are others, and it was looked at only once the weights were set.

import { bots } from './spam-set-bots.ts'
import { type Arrival, Dice } from './spam-set-dice.ts'
import { heldOutBots, heldOutPeople } from './spam-set-held-out.ts'
import { people } from './spam-set-people.ts'

/** 700 messages of bots and 140 of people. */
export function developmentSet(seed = 11): Arrival[] {
  const dice = new Dice(seed)
  return dice.shuffled([...bots(dice), ...people(dice)])
}

/** 300 messages of bots and 60 of people. */
export function heldOutSet(seed = 12): Arrival[] {
  const dice = new Dice(seed)
  return dice.shuffled([...heldOutBots(dice), ...heldOutPeople(dice)])
}
