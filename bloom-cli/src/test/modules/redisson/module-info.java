/** An application on the module path. */
module app {
    requires com.google.common;
    requires io.polybloom;
    requires io.polybloom.redisson;
    requires redisson;
    // An automatic module does not name its requirements.
    requires io.netty.codec;
    requires io.netty.handler;
    requires io.netty.resolver.dns;
    requires io.reactivex.rxjava3;
    requires net.bytebuddy;
    requires org.slf4j;
    requires org.yaml.snakeyaml;
}
