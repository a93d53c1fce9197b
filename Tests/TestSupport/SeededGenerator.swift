// Random numbers that can be had again: the simulation's generator, which its own tests hold to the published sequence.
import Simulation

package typealias SeededGenerator = Simulation.SeededGenerator
