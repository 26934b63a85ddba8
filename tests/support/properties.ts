// fast-check with a fixed seed, so that a test that fails fails again. Change it to test other values.
import fc from 'fast-check'

fc.configureGlobal({ seed: 20_261_122 })

export default fc
