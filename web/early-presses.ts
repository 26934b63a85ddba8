// What is pressed before hydration is not lost: buttons are pressed again once their code is there, and forms sent [R133].

/*
 * Part of the first script in <body>. Every press of a button that only React handles is held back, so that React, which
 * replays some presses itself, never handles one twice. Links, menus and the theme work without React. A form that only
 * React sends (ui/submit.tsx) waits, too, with a busy button: its button is enabled here, so that nothing is sent where no
 * script runs.
 */
export const earlyPressScript = `(() => {
  const held = []
  const waiting = 'button[data-hydrating]'
  const nameOf = (button) => button.getAttribute('aria-label') || button.textContent
  const hold = (event) => {
    const button = event.target.closest('#app button[type=button]:not([data-theme-toggle], [popovertarget])')
    if (!button) return
    event.stopImmediatePropagation()
    held.push({ button, name: nameOf(button) })
  }
  const holdForm = (event) => {
    const button = event.target.querySelector(waiting)
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    button.ariaBusy = 'true'
    if (!held.some((other) => other.button === button)) held.push({ button, name: nameOf(button) })
  }
  addEventListener('click', hold, true)
  addEventListener('submit', holdForm, true)
  addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll(waiting)) button.disabled = false
  })
  document.addEventListener('hydrated', async () => {
    removeEventListener('click', hold, true)
    removeEventListener('submit', holdForm, true)
    for (const { button, name } of held) {
      // React renders between two tasks: after hydration, and what one press has done before the next one.
      await new Promise((resolve) => setTimeout(resolve))
      const same = (other) => nameOf(other) === name
      button.ariaBusy = null
      const pressed = button.isConnected ? button : [...document.querySelectorAll('#app button')].find(same)
      if (pressed) pressed.click()
    }
  }, { once: true })
})()`
