// What is pressed before hydration is not lost: buttons are pressed again once their code is there [R133].

/*
 * Part of the first script in <body>. Every press of a button that only React handles is held back, so that React, which
 * replays some presses itself, never handles one twice. Links, submit buttons, menus and the theme work without React.
 */
export const earlyPressScript = `(() => {
  const held = []
  const nameOf = (button) => button.getAttribute('aria-label') || button.textContent
  const hold = (event) => {
    const button = event.target.closest('#app button[type=button]:not([data-theme-toggle], [popovertarget])')
    if (!button) return
    event.stopImmediatePropagation()
    held.push({ button, name: nameOf(button) })
  }
  addEventListener('click', hold, true)
  document.addEventListener('hydrated', async () => {
    removeEventListener('click', hold, true)
    for (const { button, name } of held) {
      const same = (other) => nameOf(other) === name
      const pressed = button.isConnected ? button : [...document.querySelectorAll('#app button')].find(same)
      if (pressed) pressed.click()
      // React renders between two tasks, and the second press of a toggle must find what the first has done.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }, { once: true })
})()`
