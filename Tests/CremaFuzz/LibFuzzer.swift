import CFuzzEngine
import Foundation

/// The program that libFuzzer drives; its command line is libFuzzer's own.
@main struct LibFuzzer {
    // So the target's name comes by the environment.
    fileprivate static let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["CREMA_FUZZ_TARGET"] ?? ""
        guard let target = FuzzTarget.named(name) else {
            fatalError("CREMA_FUZZ_TARGET names none of \(FuzzTarget.all)")
        }
        return target
    }()

    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { data, size in
                LibFuzzer.run(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            })
    }

    /// A finding ends the process, and libFuzzer saves the input.
    private static func run(_ bytes: [UInt8]) {
        do {
            try target.run(bytes)
        } catch {
            fatalError("\(target): \(error)")
        }
    }
}
